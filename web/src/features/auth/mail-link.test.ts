import { expect, test } from 'vitest'
import { readMailLink } from './mail-link.ts'

const at = (rest: string) => readMailLink(`https://kolpact.test/auth/callback${rest}`)

test('a link carries a code or a token hash', () => {
  expect(at('?code=c1')).toEqual({ kind: 'code', code: 'c1' })
  expect(at('?token_hash=h1&type=recovery')).toEqual({
    kind: 'hash',
    tokenHash: 'h1',
    type: 'recovery',
  })
})

test('the reason of a refused link is read from the query or the hash', () => {
  expect(at('?error=access_denied&error_code=otp_expired')).toEqual({ kind: 'failed' })
  expect(at('#error=access_denied&error_code=otp_expired')).toEqual({ kind: 'failed' })
  expect(at('?token_hash=h1&type=strange')).toEqual({ kind: 'failed' })
})

test('a session in the hash is no link', () => {
  expect(at('#access_token=a&refresh_token=b&type=recovery')).toEqual({ kind: 'none' })
  expect(at('')).toEqual({ kind: 'none' })
})
