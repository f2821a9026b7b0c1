// The commands of the CLI in docs/operating.md: they exist and take the options that are named there.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { projectRoot } from '../project.ts'

const script = createRequire(import.meta.url).resolve('supabase/dist/supabase.js')

/** Commands of every `npx supabase …` on the page, each with all of its options. */
function documented(): Map<string, Set<string>> {
  const page = readFileSync(join(projectRoot, 'docs', 'operating.md'), 'utf8')
  const commands = new Map<string, Set<string>>()
  for (const [, line = ''] of page.replaceAll('\\\n', ' ').matchAll(/npx supabase ([^`#\n]+)/g)) {
    const [words = ''] = /^([a-z][a-z-]*( |$))+/.exec(line) ?? []
    const name = words.trim()
    const options = commands.get(name) ?? new Set()
    for (const [option] of line.matchAll(/(?<=\s)--?[a-z][a-z-]*/g)) options.add(option)
    commands.set(name, options)
  }
  return commands
}

const commands = documented()

test('the page has commands', () => {
  expect(commands.size).toBeGreaterThan(12)
  expect(commands.get('db dump')).toContain('-x')
})

test.each([...commands])('supabase %s', { timeout: 60_000 }, async (name, options) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    ...name.split(' '),
    '--help',
  ])
  expect(stdout).toContain(`supabase ${name}`)
  const known = new Set(stdout.match(/(?<=\s)--?[a-z][a-z-]*/g))
  expect([...options].filter((option) => !known.has(option))).toEqual([])
})
