import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { market, overTheApi, pgTap, start, type Step } from './supabase-plan.ts'

const plan: Step[] = [start, ...pgTap, ...market, ...overTheApi]
const position = (what: (step: Step) => boolean) => plan.findIndex(what)
const isCli = (step: Step, ...words: string[]) =>
  'cli' in step && words.every((word) => step.cli.includes(word))

test('pgTAP meets an empty database whose clocks stand still, the other suites the demo market', () => {
  const order = [
    position((step) => isCli(step, 'start')),
    position((step) => isCli(step, 'db', 'reset', '--no-seed')),
    position((step) => 'sql' in step && step.sql.includes('cron.unschedule')),
    position((step) => 'file' in step && step.file.endsWith('000_helpers.sql')),
    position((step) => 'sql' in step && step.sql.includes('pgtap')),
    position((step) => 'script' in step && step.script.endsWith('db-test.ts')),
    position((step) => isCli(step, 'db', 'reset') && !isCli(step, '--no-seed')),
    position((step) => 'suites' in step),
  ]
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

// `supabase start` needs Docker; that its commands take these options does not.
describe('the CLI', { timeout: 60_000 }, () => {
  const script = createRequire(import.meta.url).resolve('supabase/dist/supabase.js')
  const commands = Map.groupBy(
    plan.flatMap((step) => ('cli' in step ? [step.cli] : [])),
    (words) => words.filter((word) => /^[a-z]+$/.test(word)).join(' '),
  )

  test.each([...commands])('knows %s and its options', (command, uses) => {
    const help = execFileSync(process.execPath, [script, ...command.split(' '), '--help'], {
      encoding: 'utf8',
    })
    expect(help).toContain(`supabase ${command}`)
    for (const flag of uses.flat().filter((word) => word.startsWith('--')))
      expect(help).toContain(flag)
  })
})
