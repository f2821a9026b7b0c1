import { expect, test } from 'vitest'
import { withoutTokens } from './address-tokens.ts'

test('a session in the hash is removed, and the rest of the address is kept', () => {
  expect(
    withoutTokens('https://kolpact.test/dashboard?tab=open#access_token=a&refresh_token=b'),
  ).toBe('https://kolpact.test/dashboard?tab=open')
  expect(withoutTokens('https://kolpact.test/#refresh_token=b')).toBe('https://kolpact.test/')
})

test('a hash without a session is kept', () => {
  for (const address of [
    'https://kolpact.test/pricing#fees',
    'https://kolpact.test/auth/callback#error=access_denied&error_code=otp_expired',
    'https://kolpact.test/auth/callback?code=1',
  ])
    expect(withoutTokens(address)).toBe(address)
})
