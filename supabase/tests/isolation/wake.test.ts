// Workers of the queues sleep until there is work: each queue sends a notification.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase
let woken = 0

beforeAll(async () => {
  database = await startTestDatabase(4)
  await database.direct.listen('due_work', () => (woken += 1))
})
afterAll(() => database?.stop())

test('a new file wakes the file inspection', async () => {
  const before = woken
  await database.sql`insert into storage.objects (bucket_id, name) values ('avatars', 'a/face.png')`
  await expect.poll(() => woken).toBe(before + 1)
})
