import { afterAll, beforeAll, expect, test } from 'vitest'
import { forAllTests } from './for-all-tests.ts'
import { startScheduler } from './scheduler.ts'
import { startTestStack } from './test-stack.ts'

const called: string[] = []
const lines: string[] = []
const stack = forAllTests(startTestStack)
let scheduler: ReturnType<typeof startScheduler>

beforeAll(async () => {
  await stack.sql(`
    create table private.turns (at timestamptz not null default now());
    create table private.jobs (id int);
    create table private.pauses (seconds int)`)
  scheduler = startScheduler({
    databaseUrl: stack.dbUrl,
    channel: 'due',
    statements: [
      'insert into private.turns default values',
      'select pg_sleep(seconds) from private.pauses',
    ],
    due: `delete from private.jobs returning 'work' as name`,
    call: async (name) => void called.push(name),
    log: (line) => lines.push(line),
    everyMs: 60_000,
  })
})
afterAll(() => scheduler.stop())

const turns = async () => (await stack.sql('select from private.turns')).length

test('the scheduler runs due work at its start and at each notification, and calls the functions that have work', async () => {
  await expect.poll(turns).toBe(1)
  await stack.sql(`select pg_notify('due', '')`)
  await expect.poll(turns).toBe(2)
  expect(called).toEqual([])
  await stack.sql(`with job as (insert into private.jobs values (1)) select pg_notify('due', '')`)
  await expect.poll(() => called).toEqual(['work'])
})

test('notifications are received again after a restart of the database', async () => {
  await stack.restartDatabase()
  await expect.poll(turns, { timeout: 15_000 }).toBe(4)
  await stack.sql(`select pg_notify('due', '')`)
  await expect.poll(turns).toBe(5)
})

test('a statement that fails is logged, and the next run follows', async () => {
  await stack.sql('alter table private.turns rename to hidden')
  await stack.sql(`select pg_notify('due', '')`)
  await expect.poll(() => lines.join()).toContain('private.turns')
  await stack.sql('alter table private.hidden rename to turns')
  await stack.sql(`select pg_notify('due', '')`)
  await expect.poll(turns).toBe(6)
})

test('a run that loses its connection is repeated, and not logged as a failure', async () => {
  lines.length = 0
  await stack.sql('insert into private.pauses values (60)')
  await stack.sql(`select pg_notify('due', '')`)
  // The pause is met by this run, or by that of the test before if it has not ended yet.
  const pausing = `select from pg_stat_activity where application_name = 'scheduler' and wait_event = 'PgSleep'`
  await expect.poll(async () => (await stack.sql(pausing)).length).toBe(1)
  const before = await turns()
  await stack.sql('delete from private.pauses')
  await stack.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'scheduler'`,
  )
  await expect.poll(turns).toBeGreaterThan(before)
  expect(lines).toEqual([])
})
