import type { AuthChangeEvent, User } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { linkErrorOf, nextState, type SessionState } from './session.ts'

const user = { id: 'u1' } as User
const other = { id: 'u2' } as User
const loading: SessionState = { status: 'loading', user: null, left: 'never' }
const plain = { chosen: false, remembered: false, kept: false }
const signedIn: SessionState = { status: 'signed-in', user, left: 'never' }

test('the first news decides: signed in or not', () => {
  expect(nextState(loading, 'INITIAL_SESSION', { user }, plain)).toEqual(signedIn)
  expect(nextState(loading, 'INITIAL_SESSION', null, plain)).toEqual({
    status: 'signed-out',
    user: null,
    left: 'never',
  })
})

test.each<AuthChangeEvent>([
  'SIGNED_IN',
  'USER_UPDATED',
  'PASSWORD_RECOVERY',
  'MFA_CHALLENGE_VERIFIED',
])('%s shows the user it brings', (event) => {
  expect(nextState({ ...loading, status: 'signed-out' }, event, { user }, plain)).toEqual(signedIn)
})

test('a refreshed token of the same user changes nothing on the screen', () => {
  expect(nextState(signedIn, 'TOKEN_REFRESHED', { user: { ...user } }, plain)).toBe(signedIn)
  expect(nextState(signedIn, 'TOKEN_REFRESHED', { user: other }, plain).user).toBe(other)
})

test('a refresh without a session is a lost sign-in', () => {
  expect(nextState(signedIn, 'TOKEN_REFRESHED', null, plain)).toEqual({
    status: 'signed-out',
    user: null,
    left: 'expired',
  })
})

test('who signs out leaves by choice, in every tab; who is signed out has expired', () => {
  expect(nextState(signedIn, 'SIGNED_OUT', null, { ...plain, chosen: true }).left).toBe('by-choice')
  expect(nextState(signedIn, 'SIGNED_OUT', null, plain).left).toBe('expired')
})

test('a second "signed out" does not forget the reason', () => {
  const expired = nextState(signedIn, 'TOKEN_REFRESHED', null, plain)
  expect(nextState(expired, 'SIGNED_OUT', null, plain).left).toBe('expired')
})

test('a failed link says why', () => {
  expect(linkErrorOf('#error=access_denied&error_code=otp_expired&error_description=x')).toBe(
    'otp_expired',
  )
  expect(linkErrorOf('?error=server_error')).toBe('unknown')
  expect(linkErrorOf('#access_token=abc')).toBeNull()
  expect(linkErrorOf('')).toBeNull()
})

test('a remembered sign-in that is gone at the start has expired', () => {
  expect(nextState(loading, 'SIGNED_OUT', null, { ...plain, remembered: true }).left).toBe(
    'expired',
  )
  expect(nextState(loading, 'INITIAL_SESSION', null, { ...plain, remembered: true }).left).toBe(
    'expired',
  )
})

test('a remembered sign-in that cannot be asked about is waited for', () => {
  expect(
    nextState(loading, 'INITIAL_SESSION', null, { ...plain, remembered: true, kept: true }),
  ).toBe(loading)
})
