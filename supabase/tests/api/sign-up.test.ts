import { createClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  anonymous,
  done,
  INVITE,
  must,
  newEmail,
  newMember,
  service,
  sql,
  stack,
  staff,
} from './harness.ts'

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

async function newInvite(wish: Record<string, unknown>): Promise<string> {
  const { client } = await staff()
  return must(await client.rpc('create_invite', wish)).code
}

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

test('wrong, expired and used-up invites get the same refusal', async () => {
  const { client } = await staff()
  const closed = must(await client.rpc('create_invite', { max_uses: 1 }))
  done(await client.rpc('revoke_invite', { invite_id: closed.id }))
  const usedUp = await newInvite({ max_uses: 1 })
  expect((await signUp(newEmail('first'), { invite_code: usedUp })).error).toBeNull()
  for (const code of ['NO-SUCH-CODE-1', closed.code, usedUp]) {
    const email = newEmail('late')
    expect((await signUp(email, { invite_code: code })).error?.message).toContain('invite_invalid')
    const straight = await signUpByHttp(email, { invite_code: code })
    expect(straight.text).toContain('invite_invalid')
    expect(await accounts(email)).toBe(0)
    expect(must(await anonymous().rpc('check_invite', { code }))).toMatchObject({
      valid: false,
      inviter_name: null,
    })
  }
})

test('an invite for one address and one role admits no other', async () => {
  const email = newEmail('guest')
  const code = await newInvite({ max_uses: 5, email, role: 'kol' })
  expect((await signUp(newEmail('other'), { invite_code: code })).error?.message).toContain(
    'invite_invalid',
  )
  expect((await signUp(email, { invite_code: code, role: 'brand' })).error?.message).toContain(
    'invite_invalid',
  )
  expect((await signUp(email, { invite_code: code })).error).toBeNull()
  expect(
    await sql(
      'select p.role from public.profiles p join auth.users u on u.id = p.user_id where u.email = $1',
      [email],
    ),
  ).toEqual([{ role: 'kol' }])
})

test('of fifty concurrent sign-ups one gets the last use of an invite', async () => {
  const code = await newInvite({ max_uses: 1 })
  const crowd = randomUUID().slice(0, 8)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      signUp(`crowd-${crowd}-${i}@kolpact.test`, { invite_code: code }),
    ),
  )
  const refusals = answers.flatMap(({ error }) => (error ? [error.message] : []))
  expect(refusals).toHaveLength(49)
  // Sign-ups that pass the hook before the last use is taken are refused by the database; GoTrue
  // then reports only that the user could not be saved.
  for (const refusal of refusals) {
    expect(['invite_invalid', 'Database error saving new user']).toContain(refusal)
  }
  expect(await accounts(`crowd-${crowd}-%`)).toBe(1)
})

test('a referral code admits as many members as the quota allows', async () => {
  const member = await newMember('brand')
  const own = must(
    await member.client.from('profiles').select('referral_code, invites_left').single(),
  )
  expect(own.invites_left).toBe(5)
  expect(must(await anonymous().rpc('check_invite', { code: own.referral_code }))).toMatchObject({
    valid: true,
    inviter_name: member.name,
  })
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => signUp(newEmail('friend'), { invite_code: own.referral_code })),
  )
  expect(answers.filter(({ error }) => error === null)).toHaveLength(5)
  expect(
    must(await member.client.from('profiles').select('invites_left').single()).invites_left,
  ).toBe(0)
  expect(must(await member.client.from('referrals').select())).toHaveLength(5)
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
