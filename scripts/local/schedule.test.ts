import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestKolpact, type TestKolpact } from './test-kolpact.ts'

let stack: TestKolpact
beforeAll(async () => {
  stack = await startTestKolpact({ scheduler: true })
})
afterAll(() => stack.stop())

async function writeToMember(name: string): Promise<string> {
  const { userId } = await stack.member(name)
  await stack.sql(
    `select private.notify(id, 'profile_approved') from public.profiles where user_id = $1`,
    [userId],
  )
  return `${name}@example.test`
}

test('what waits in the outbox becomes one mail', async () => {
  const address = await writeToMember('ada')
  await expect.poll(() => stack.mails(address), { timeout: 15_000 }).toHaveLength(1)
  const unsent = () => stack.sql(`select from private.email_outbox where status <> 'sent'`)
  await expect.poll(unsent).toHaveLength(0)
})

test('a notification of the database is handled at once, also after a restart of it', async () => {
  await stack.restartDatabase()
  const listening = () =>
    stack.sql(
      `select from pg_stat_activity where application_name = 'scheduler' and query not ilike 'listen%'`,
    )
  await expect.poll(listening, { timeout: 15_000 }).toHaveLength(1)
  const address = await writeToMember('bob')
  const began = Date.now()
  await stack.sql(`select pg_notify('due_work', '')`)
  await expect.poll(() => stack.mails(address), { timeout: 10_000, interval: 20 }).toHaveLength(1)
  expect(Date.now() - began).toBeLessThan(4000) // the clock alone ticks every five seconds
})
