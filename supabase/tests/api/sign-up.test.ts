import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { anonymous, INVITE, newEmail, service, sql, stack } from './harness.ts'

const password = 'a-long-password-1'

function signUp(email: string, data: Record<string, unknown>) {
  return anonymous().auth.signUp({ email, password, options: { data } })
}

/** Straight at the auth server, past every client of ours. */
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

test('sign-up without an invite is refused, by every way to sign up', async () => {
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

test('a weak password is refused with reasons', async () => {
  const { error } = await anonymous().auth.signUp({
    email: newEmail('weak'),
    password: 'abc',
    options: { data: { invite_code: INVITE } },
  })
  expect(error?.code).toBe('weak_password')
  expect(error).toHaveProperty('reasons')
})

test('an invalid API key is rejected', async () => {
  const stranger = createClient(stack.apiUrl, 'sb_publishable_none', {
    auth: { persistSession: false },
  })
  expect((await stranger.rpc('check_invite', { code: INVITE })).error).not.toBeNull()
})
