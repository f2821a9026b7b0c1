import { expect, test } from 'vitest'
import {
  anonymous,
  followAuthLink,
  INVITE,
  mailTo,
  newEmail,
  newMember,
  service,
  sql,
  stack,
} from './harness.ts'

const password = 'a-long-password-1'

function signUp(email: string, data: Record<string, unknown>) {
  return anonymous().auth.signUp({ email, password, options: { data } })
}

/** Signs up with a request to the auth server, without the checks of our client. */
async function signUpByHttp(email: string, data: Record<string, unknown>) {
  const answer = await fetch(`${stack.apiUrl}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, data }),
  })
  return { status: answer.status, text: await answer.text() }
}

const accounts = async (pattern: string) =>
  (await sql<{ id: string }>('select id from auth.users where email like $1', [pattern])).length

test('a sign-up without an invite is refused by the client, by HTTP and by the admin API', async () => {
  const email = newEmail('nobody')
  const answer = await signUp(email, { role: 'brand' })
  expect(answer.error?.message).toContain('invite_required')
  const straight = await signUpByHttp(email, { role: 'brand' })
  expect(straight.status).toBeGreaterThanOrEqual(400)
  expect(straight.text).toContain('invite_required')
  const admin = await service().auth.admin.createUser({ email, password, email_confirm: true })
  expect(admin.error).not.toBeNull()
  expect(await accounts(email)).toBe(0)
})

test('a banned address signs up like any other, with the same mail, and is refused when it is confirmed', async () => {
  const banned = await newMember('brand')
  await sql('update public.profiles set suspended_at = now() where id = $1', [banned.id])
  await service().auth.admin.deleteUser(banned.userId)
  const free = newEmail('free')
  const answers = await Promise.all(
    [banned.email, free].map(async (email) => {
      const { status, text } = await signUpByHttp(email, { invite_code: INVITE, role: 'brand' })
      const shape = Object.keys(JSON.parse(text) as object).toSorted()
      return { status, shape, subject: (await mailTo(email, /confirm/i)).Subject }
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.status).toBe(200)
  await followAuthLink(await mailTo(free, /confirm/i))
  await expect(followAuthLink(await mailTo(banned.email, /confirm/i))).rejects.toThrow(
    /account_banned|not_allowed|unexpected|error/i,
  )
  const [user] = await sql<{ email_confirmed_at: string | null }>(
    'select email_confirmed_at from auth.users where email = $1',
    [banned.email],
  )
  expect(user?.email_confirmed_at).toBeNull()
})
