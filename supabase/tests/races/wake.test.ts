// Background workers sleep until a queue gets work. Each queue wakes its worker with a notification of Postgres.
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/race.ts'

const database = testDatabase(4)
let woken = 0

beforeAll(async () => {
  await database.direct.listen('due_work', () => (woken += 1))
})

test('a new file wakes the file inspection', async () => {
  const before = woken
  await database.sql`insert into storage.objects (bucket_id, name) values ('avatars', 'a/face.png')`
  await expect.poll(() => woken).toBe(before + 1)
})

/** How often some work wakes a worker. A marker notification after it shows that all before it have arrived. */
async function wakesOf(work: () => Promise<unknown>): Promise<number> {
  const before = woken
  await work()
  await database.sql`select pg_notify('due_work', 'mark')`
  await expect.poll(() => woken).toBeGreaterThan(before)
  await new Promise((resolve) => setTimeout(resolve, 50))
  return woken - before - 1
}

test('a creator who changes wakes the matching, which wakes itself while there is more', async () => {
  const { sql } = database
  await sql`select tests.make_member('brand', 'brand')`
  await sql`insert into public.saved_searches (profile_id, name, filters)
    select tests.id('brand'), 'Search ' || n, '{"emailNotifications": true}' from generate_series(1, 3) n`
  expect(await wakesOf(() => sql`select tests.make_member('kol', 'kol')`)).toBe(1)
  const run = (batch: number, available: number) =>
    sql.begin(async (tx) => {
      await tx`update private.settings set value = ${batch} where key = 'match_batch'`
      await tx`update private.settings set value = 1 where key = 'notices_per_second'`
      await tx`insert into private.notice_rate (available, counted_at) values (${available}, 'now')
        on conflict (is_only) do update set available = ${available}, counted_at = now() + interval '1 hour'`
      await tx`delete from private.saved_search_matches`
      await tx`delete from private.match_queue`
      await tx`insert into private.match_queue (profile_id) values (tests.id('kol'))`
      await tx`select private.work_match_queue()`
    })
  expect(await wakesOf(() => run(10, 5))).toBe(0)
  expect(await wakesOf(() => run(4, 5))).toBe(0)
  // The batch is used up and more notices may be written, so the matching wakes itself.
  expect(await wakesOf(() => run(3, 5))).toBe(1)
  expect(await wakesOf(() => run(3, 4))).toBe(1)
  // The limit of notices is reached, so the rest waits for the scheduler.
  expect(await wakesOf(() => run(3, 3))).toBe(0)
  expect(await wakesOf(() => run(10, 2))).toBe(0)
})
