import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { confirmLosses } from './confirm.ts'
import type { Outcome } from './sync.ts'
import { watchSchemas } from './watch.ts'

const folder = mkdtempSync(join(tmpdir(), 'kolpact-watch-'))
const stops: (() => void)[] = []
beforeEach(() => mkdirSync(join(folder, '01_x'), { recursive: true }))
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a watch whose syncs have the given outcomes in turn. */
function watching(...outcomes: (Outcome | Error | (() => Promise<Outcome>))[]) {
  const lines: string[] = []
  const written: string[] = []
  const watcher = watchSchemas({
    folder,
    sync: {
      async run() {
        const outcome = outcomes.shift() ?? { kind: 'unchanged' }
        if (outcome instanceof Error) throw outcome
        return typeof outcome === 'function' ? outcome() : outcome
      },
      built: async () => 'postgres://built',
      stop: async () => {},
    },
    writeClientFiles: async (url) => {
      written.push(url)
      return ['types.ts']
    },
    log: (line) => lines.push(line),
  })
  stops.push(watcher.stop)
  return { lines, written, watcher }
}

test('a save is applied and summarised in a few lines, and the client gets its types', async () => {
  const step = (n: number) => ({
    sql: `create table t${n} (\n id int)`,
    path: join(folder, '01_x', '10_t.sql'),
    line: n,
  })
  const { lines, written, watcher } = watching(
    { kind: 'unchanged' },
    { kind: 'applied', steps: [1, 2, 3, 4, 5, 6, 7].map(step) },
  )
  await watcher.idle()
  expect(lines).toEqual([])
  writeFileSync(join(folder, 'notes.txt'), 'no chapter')
  writeFileSync(join(folder, '01_x', '10_t.sql'), 'create table t (id int);')
  await expect.poll(() => written).toEqual(['postgres://built'])
  await watcher.idle()
  const [summary = '', types] = lines
  expect(summary).toMatch(/^\n01_x\/10_t\.sql: applied in \d\.\d s\n {2}create table t1 \(\n/)
  expect(summary).toMatch(/\n {2}and 2 more$/)
  expect(types).toBe('  wrote types.ts')
})

test('each save of a chapter by an editor that replaces the file is applied, also in a new folder', async () => {
  const applied: Outcome = { kind: 'applied', steps: [] }
  const { lines, watcher } = watching(
    { kind: 'unchanged' },
    ...Array.from({ length: 9 }, () => applied),
  )
  await watcher.idle()
  for (const chapter of ['01_x', '01_x', '01_x', '02_y']) {
    lines.length = 0
    mkdirSync(join(folder, chapter), { recursive: true })
    writeFileSync(join(folder, '..', 'kolpact-draft.sql'), '')
    renameSync(join(folder, '..', 'kolpact-draft.sql'), join(folder, chapter, '10_t.sql'))
    await expect.poll(() => lines.join()).toContain('applied in')
    await watcher.idle()
  }
})

test('an error is shown, and the next save is applied', async () => {
  const { lines, watcher } = watching(new Error('/x/10_t.sql:3: syntax error'), {
    kind: 'applied',
    steps: [],
  })
  await watcher.idle()
  expect(lines).toEqual([
    '\n/x/10_t.sql:3: syntax error',
    'The running database was left as it was.',
  ])
  writeFileSync(join(folder, '10_t.sql'), '')
  await expect.poll(() => lines.join()).toContain('applied in')
})

test('the error of a folder that was still being written is not shown', async () => {
  const { lines, watcher } = watching(
    async () => {
      writeFileSync(join(folder, '20_u.sql'), 'the rest of a checkout')
      throw new Error('relation t does not exist')
    },
    { kind: 'applied', steps: [] },
  )
  await watcher.idle()
  expect(lines.join()).toContain('applied in')
  expect(lines.join()).not.toContain('does not exist')
})

test('the watcher reports that the schema is up to date again after an error', async () => {
  const { lines, watcher } = watching(new Error('syntax error'), { kind: 'unchanged' })
  await watcher.idle()
  writeFileSync(join(folder, '10_t.sql'), '')
  await expect.poll(() => lines.at(-1)).toBe('\nUp to date again.')
})

test('the watcher announces a comparison that takes more than a second, and its result', async () => {
  const { lines, watcher } = watching(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1200))
    return { kind: 'unchanged' }
  })
  await watcher.idle()
  expect(lines).toEqual(['\ncomparing …', 'Nothing differs.'])
})

test('without a terminal a loss of data is refused, and the command that accepts it is printed', async () => {
  const said: unknown[] = []
  const { log } = console
  console.log = (line) => said.push(line)
  const agreed = await confirmLosses(['table a is dropped, with 2 rows'])
  console.log = log
  expect(agreed).toBe(false)
  expect(said.join('\n')).toContain('table a is dropped, with 2 rows')
  expect(said.join('\n')).toContain('npm run db:apply -- --lose-data')
})
