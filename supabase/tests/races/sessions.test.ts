import postgres from 'postgres'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/race.ts'

const database = testDatabase()

test('one client keeps its session, except behind a pooler, where each transaction may have another', async () => {
  const isPooled = Boolean(process.env['KOLPACT_POOLER'])
  await Promise.all(Array.from({ length: 5 }, () => database.sql`select pg_sleep(0.2)`))
  const client = postgres(database.url, { max: 1, prepare: !isPooled })
  const sessions = new Set<number>()
  for (let round = 0; round < 10; round += 1) {
    const [row] = await client<{ pid: number }[]>`select pg_backend_pid() as pid`
    sessions.add(row?.pid ?? 0)
  }
  await client.end()
  expect(sessions.size > 1).toBe(isPooled)
})
