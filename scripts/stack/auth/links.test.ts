import { expect, test } from 'vitest'
import { forAllTests } from '../for-all-tests.ts'
import { linkIn, startTestStack } from '../test-stack.ts'

const stack = forAllTests(startTestStack)

/** Follows `/auth/v1/verify` as a browser does; returns where it leads. */
async function follow(token: string, type: string, redirectTo = `${stack.siteUrl}/auth/callback`) {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo })
  const response = await fetch(`${stack.apiUrl}/auth/v1/verify?${query}`, { redirect: 'manual' })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

const newest = async (email: string) => linkIn((await stack.mails(email))[0])

test('a link does not redirect to a site that is not listed', async () => {
  const { client } = await stack.member('dora')
  for (const strange of [
    'https://evil.example/auth/callback',
    `${stack.siteUrl}@evil.example/`,
    `${stack.siteUrl}.evil.example/`,
    'javascript:alert(1)',
    '//evil.example',
  ]) {
    await client.auth.resetPasswordForEmail('dora@example.test')
    const { token_hash, type } = await newest('dora@example.test')
    expect((await follow(token_hash, type, strange)).origin).toBe(stack.siteUrl)
  }
})
