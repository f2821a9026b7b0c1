import { expect, test } from 'vitest'
import { readMailLink } from './mail-link.ts'

const at = (rest: string) => readMailLink(`https://kolpact.test/auth/callback${rest}`)

test('readMailLink returns the code or the token hash of a link', () => {
  expect(at('?code=c1')).toEqual({ kind: 'code', code: 'c1' })
  expect(at('?token_hash=h1&type=recovery')).toEqual({
    kind: 'hash',
    tokenHash: 'h1',
    type: 'recovery',
  })
})

test('a link with an error in its query or hash, or with an unknown type, counts as failed', () => {
  expect(at('?error=access_denied&error_code=otp_expired')).toEqual({ kind: 'failed' })
  expect(at('#error=access_denied&error_code=otp_expired')).toEqual({ kind: 'failed' })
  expect(at('?token_hash=h1&type=strange')).toEqual({ kind: 'failed' })
})

test('a session in the hash of an address is ignored', () => {
  expect(at('#access_token=a&refresh_token=b&type=recovery')).toEqual({ kind: 'none' })
  expect(at('')).toEqual({ kind: 'none' })
})
