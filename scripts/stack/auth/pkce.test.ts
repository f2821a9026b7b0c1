import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INVITE, linkIn, PASSWORD, startTestStack, type TestStack } from '../test-stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

/** A browser: its storage holds the verifier of what it began. */
function browser() {
  const kept = new Map<string, string>()
  return createClient(stack.apiUrl, stack.publishableKey, {
    auth: {
      flowType: 'pkce',
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, value) => void kept.set(name, value),
        removeItem: (name) => void kept.delete(name),
      },
    },
  })
}

/** Follows `/auth/v1/verify` as a browser does; returns where it leads. */
async function follow(token: string, type: string, redirectTo = `${stack.siteUrl}/auth/callback`) {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo })
  const response = await fetch(`${stack.apiUrl}/auth/v1/verify?${query}`, { redirect: 'manual' })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

const newest = async (email: string) => linkIn((await stack.mails(email))[0])

test('a link leads back with a code that only the browser of the sign-up can use', async () => {
  const own = browser()
  const email = 'ada@example.test'
  const options = { data: { invite_code: INVITE } }
  expect((await own.auth.signUp({ email, password: PASSWORD, options })).error).toBeNull()
  const { token_hash: token, type } = await newest(email)
  expect(token).toMatch(/^pkce_/)
  const landed = await follow(token, type)
  expect(`${landed.origin}${landed.pathname}`).toBe(`${stack.siteUrl}/auth/callback`)
  expect(landed.hash).toBe('')
  const code = landed.searchParams.get('code') ?? ''

  const stranger = browser()
  await stranger.auth.resetPasswordForEmail('nobody@example.test')
  const stolen = await stranger.auth.exchangeCodeForSession(code)
  expect(stolen.error?.code).toBe('bad_code_verifier')
  const mine = await own.auth.exchangeCodeForSession(code)
  expect(mine.data.session?.user.email).toBe(email)
  const again = await follow(token, type)
  expect(again.searchParams.get('error_code')).toBe('otp_expired')
})

test('a code is used once, and within five minutes', async () => {
  await stack.member('bob')
  const own = browser()
  const begin = async () => {
    await own.auth.resetPasswordForEmail('bob@example.test')
    const { token_hash, type } = await newest('bob@example.test')
    return (await follow(token_hash, type)).searchParams.get('code') ?? ''
  }
  const verifier = async () => {
    const [row] = await stack.sql<{ n: number }>('select count(*)::int as n from auth.flow_state')
    return row?.n
  }
  const code = await begin()
  await stack.sql(`update auth.flow_state set auth_code_issued_at = now() - interval '301 seconds'`)
  expect((await own.auth.exchangeCodeForSession(code)).error?.code).toBe('flow_state_expired')
  const next = await begin()
  const before = await verifier()
  expect((await own.auth.exchangeCodeForSession(next)).error).toBeNull()
  expect(await verifier()).toBe((before ?? 0) - 1)
})

test('links of a PKCE flow work on another device by their hash', async () => {
  await stack.member('carl')
  await browser().auth.resetPasswordForEmail('carl@example.test')
  const elsewhere = browser()
  const { token_hash, type } = await newest('carl@example.test')
  const { data, error } = await elsewhere.auth.verifyOtp({ token_hash, type })
  expect(error).toBeNull()
  expect(data.session?.user.email).toBe('carl@example.test')
})

test('a link does not redirect to a site that is not listed', async () => {
  await stack.member('dora')
  for (const strange of [
    'https://evil.example/auth/callback',
    `${stack.siteUrl}@evil.example/`,
    `${stack.siteUrl}.evil.example/`,
    'javascript:alert(1)',
    '//evil.example',
  ]) {
    await browser().auth.resetPasswordForEmail('dora@example.test')
    const { token_hash, type } = await newest('dora@example.test')
    expect((await follow(token_hash, type, strange)).origin).toBe(stack.siteUrl)
  }
})

test('a challenge that is none is refused', async () => {
  const ask = (body: object) =>
    fetch(`${stack.apiUrl}/auth/v1/recover`, {
      method: 'POST',
      headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'dora@example.test', ...body }),
    })
  for (const body of [
    { code_challenge: 'a'.repeat(43) },
    { code_challenge_method: 's256' },
    { code_challenge: 'short', code_challenge_method: 's256' },
    { code_challenge: 'ä'.repeat(43), code_challenge_method: 's256' },
    { code_challenge: 'a'.repeat(43), code_challenge_method: 'md5' },
  ]) {
    const response = await ask(body)
    expect(response.status).toBe(400)
  }
})
