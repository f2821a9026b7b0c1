// Tests that the CLI commands in docs/operating.md exist and have the options that are named there.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
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

const cli = (...args: string[]) =>
  execFileSync(process.execPath, [script, ...args], { encoding: 'utf8', maxBuffer: 10_000_000 })

/** The options of every CLI command, read from the shell completions: `--help` would need a process for each command. */
function offered(): Map<string, string[]> {
  const bodies = cli('--completions', 'bash').matchAll(/^_(supabase\w*)\(\)\n\{\n(.*?)^\}/gms)
  return new Map(
    [...bodies].map(([, name = '', body = '']) => [
      name,
      body.match(/(?<=_filtered_flags\+=.*\s)--?[a-z][a-z-]*/g) ?? [],
    ]),
  )
}

const commands = documented()
const offers = offered()
const everywhere: string[] = cli('--help').match(/(?<=\s)--?[a-z][a-z-]*/g) ?? []
const functionOf = (name: string) => `supabase_${name.replaceAll(/[ -]/g, '_')}`

test('the commands of docs/operating.md are found', () => {
  expect(commands.size).toBeGreaterThan(12)
  expect(commands.get('db dump')).toContain('-x')
})

test.each([...commands])(
  'the CLI has `supabase %s` with its documented options',
  (name, options) => {
    const own = offers.get(functionOf(name))
    expect(own).toBeDefined()
    const known = new Set([...(own ?? []), ...everywhere])
    expect([...options].filter((option) => !known.has(option))).toEqual([])
  },
)
