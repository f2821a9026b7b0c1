import { expect, test } from 'vitest'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { startTestKolpact } from './test-kolpact.ts'

const stack = forAllTests(() => startTestKolpact({ scheduler: true }))

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
