import type { AuthChangeEvent, User } from '@supabase/supabase-js'
import { afterEach, expect, test, vi } from 'vitest'
import { hasFactor } from './claims.ts'
import { STORAGE_KEYS } from '../constants.ts'
import { nextState, type SessionState } from './session.ts'

const user = { id: 'u1' } as User
const other = { id: 'u2' } as User
const guarded = { id: 'u3', factors: [{ status: 'verified' }] } as User
const nobody = { user: null, level: null, owesCode: false }
const loading: SessionState = { status: 'loading', ...nobody, left: 'never' }
const signedOut: SessionState = { ...loading, status: 'signed-out' }

const tokenOf = (aal: string) => `h.${btoa(JSON.stringify({ aal }))}.s`
const session = (user: User, aal = 'aal1') => ({
  user,
  access_token: tokenOf(aal),
  refresh_token: 'r1',
})
const plain = { chosen: false, remembered: false, kept: false }
const signedIn: SessionState = {
  status: 'signed-in',
  user,
  level: 'aal1',
  owesCode: false,
  left: 'never',
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('../api/supabase.ts')
  vi.doUnmock('./end-session.ts')
  vi.doUnmock('../first-screen.ts')
})

const storageOf = (stored: Map<string, string>) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})

/** Loads the module in a browser whose stored token ends in so many seconds. */
async function openPage(endsInS: number) {
  const expires_at = Date.now() / 1000 + endsInS
  const stored = new Map([[STORAGE_KEYS.auth, JSON.stringify({ ...session(user), expires_at })]])
  vi.stubGlobal('localStorage', storageOf(stored))
  // A mailed code was proved here, and its new password is not saved yet.
  const inTab = new Map([[STORAGE_KEYS.resetting, 'proof']])
  vi.stubGlobal('sessionStorage', storageOf(inTab))
  vi.resetModules()
  return { stored, inTab, ...(await import('./session.ts')) }
}

test.each([
  [3600, 'signed-in'],
  [50, 'signed-in'],
  [5, 'loading'],
])('a page opened with a token that is good for %d s is %s at once', async (endsInS, status) => {
  expect((await openPage(endsInS)).useSession.getState().status).toBe(status)
})

/** A page that follows the storage, which other tabs change, and the channel on which their libraries report. */
async function openBesideOthers() {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', new EventTarget())
  let report = (_event: AuthChangeEvent, _session: object | null) => {}
  const onAuthStateChange = (listener: typeof report) => {
    report = listener
    return { data: { subscription: { unsubscribe: () => {} } } }
  }
  const follow = vi.fn<typeof onAuthStateChange>(onAuthStateChange)
  vi.doMock('../first-screen.ts', () => ({ afterFirstScreen: Promise.resolve() }))
  vi.doMock('../api/supabase.ts', () => ({
    loadAuth: () => new Promise(() => {}),
    backendWhenReachable: async () => ({ backend: { auth: { onAuthStateChange: follow } } }),
  }))
  const { stored, startSession, useSession } = await openPage(3600)
  const session = stored.get(STORAGE_KEYS.auth) ?? ''
  const stop = startSession()
  await vi.waitFor(() => expect(follow).toHaveBeenCalled())
  return {
    stored,
    stop,
    session,
    state: useSession.getState,
    tell: (key: string) => page.dispatchEvent(Object.assign(new Event('storage'), { key })),
    report: (event: AuthChangeEvent) =>
      report(event, event === 'SIGNED_OUT' ? null : (JSON.parse(session) as object)),
  }
}

test.each([
  ['by choice', 'by-choice', true],
  ['because it expired', 'expired', false],
])('a session that another tab removed %s ends here too', async (_how, left, chosen) => {
  const { stored, state, tell, stop } = await openBesideOthers()
  tell(STORAGE_KEYS.auth)
  expect(state().status).toBe('signed-in')
  if (chosen) stored.set(STORAGE_KEYS.signedOut, String(Date.now()))
  stored.delete(STORAGE_KEYS.auth)
  tell(STORAGE_KEYS.locale)
  expect(state().status).toBe('signed-in')
  tell(STORAGE_KEYS.auth)
  expect(state()).toMatchObject({ status: 'signed-out', user: null, left })
  stop()
})

test('a report of another tab that comes before or after the change it reports is harmless', async () => {
  const { stored, session, state, tell, report, stop } = await openBesideOthers()
  // The other tab is looked at again, and then signs out, which the storage does not show yet.
  report('SIGNED_OUT')
  expect(state().status).toBe('signed-in')
  stored.set(STORAGE_KEYS.signedOut, String(Date.now()))
  report('SIGNED_IN')
  stored.delete(STORAGE_KEYS.auth)
  tell(STORAGE_KEYS.auth)
  expect(state()).toMatchObject({ status: 'signed-out', left: 'by-choice' })
  report('SIGNED_IN')
  report('SIGNED_OUT')
  expect(state()).toMatchObject({ status: 'signed-out', left: 'by-choice' })

  // It signs in again: its report is not needed.
  report('SIGNED_IN')
  expect(state().status).toBe('signed-out')
  stored.set(STORAGE_KEYS.auth, session)
  tell(STORAGE_KEYS.auth)
  expect(state()).toMatchObject({ status: 'signed-in', left: 'never' })
  expect(stored.has(STORAGE_KEYS.signedOut)).toBe(false)
  stop()
})

test.each([
  ['signOutHere', 'local', 'never'],
  ['signOut', 'global', 'by-choice'],
] as const)('%s clears the browser at once, although Auth is away', async (name, scope, left) => {
  const silence = () => new Promise<never>(() => {})
  vi.doMock('../api/supabase.ts', () => ({ loadAuth: silence, backendWhenReachable: silence }))
  const endOnServer = vi.fn<() => void>()
  vi.doMock('./end-session.ts', () => ({ endOnServer }))
  const { stored, inTab, useSession, ...page } = await openPage(3600)
  const { access_token } = session(user)
  void page[name]()
  expect(stored.has(STORAGE_KEYS.auth)).toBe(false)
  expect(inTab.size).toBe(0)
  // The other tabs read it.
  expect(Number(stored.get(STORAGE_KEYS.signedOut))).toBeGreaterThan(0)
  expect(useSession.getState()).toMatchObject({ status: 'signed-out', user: null, left })
  expect(endOnServer).toHaveBeenCalledWith(
    expect.objectContaining({ access_token, refresh_token: 'r1' }),
    scope,
  )
})

test.each([
  ['user_not_found', 'signed-out', 0],
  ['bad_jwt', 'signed-in', 1],
  ['unexpected_failure', 'signed-in', 0],
])('a page that is looked at again, and reads %s, is %s', async (code, status, renewals) => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', page)
  const refreshSession = vi.fn<() => void>()
  const getUser = vi.fn<() => unknown>(() => ({ error: { name: 'AuthApiError', code } }))
  const auth = { getUser, refreshSession, initialize: () => {}, signOut: () => {} }
  vi.doMock('../api/supabase.ts', () => ({
    loadAuth: async () => auth,
    backendWhenReachable: () => new Promise(() => {}),
  }))
  const { startSession, useSession } = await openPage(3600)
  const stop = startSession()
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(getUser).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => expect(useSession.getState().status).toBe(status))
  await vi.waitFor(() => expect(refreshSession).toHaveBeenCalledTimes(renewals))
  stop()
})

test('the first news decides: signed in or not', () => {
  expect(nextState(loading, 'INITIAL_SESSION', session(user), plain)).toEqual(signedIn)
  expect(nextState(loading, 'INITIAL_SESSION', null, plain)).toEqual({
    status: 'signed-out',
    ...nobody,
    left: 'never',
  })
})

test.each<AuthChangeEvent>([
  'SIGNED_IN',
  'USER_UPDATED',
  'PASSWORD_RECOVERY',
  'MFA_CHALLENGE_VERIFIED',
])('%s shows the user it brings', (event) => {
  expect(nextState(signedOut, event, session(user), plain)).toEqual(signedIn)
})

test('a refreshed token of the same user changes nothing on the screen', () => {
  expect(nextState(signedIn, 'TOKEN_REFRESHED', session({ ...user }), plain)).toBe(signedIn)
  expect(nextState(signedIn, 'TOKEN_REFRESHED', session(other), plain).user).toBe(other)
})

test('a refresh without a session is a lost sign-in', () => {
  expect(nextState(signedIn, 'TOKEN_REFRESHED', null, plain)).toEqual({
    status: 'signed-out',
    ...nobody,
    left: 'expired',
  })
})

test('signing out is by choice, in every tab; an ended session has expired', () => {
  expect(nextState(signedIn, 'SIGNED_OUT', null, { ...plain, chosen: true }).left).toBe('by-choice')
  expect(nextState(signedIn, 'SIGNED_OUT', null, plain).left).toBe('expired')
})

test('a second "signed out" does not forget the reason', () => {
  const expired = nextState(signedIn, 'TOKEN_REFRESHED', null, plain)
  expect(nextState(expired, 'SIGNED_OUT', null, plain).left).toBe('expired')
})

test('a remembered sign-in that is gone at the start has expired', () => {
  expect(nextState(loading, 'SIGNED_OUT', null, { ...plain, remembered: true }).left).toBe(
    'expired',
  )
  expect(nextState(loading, 'INITIAL_SESSION', null, { ...plain, remembered: true }).left).toBe(
    'expired',
  )
})

test('a stored sign-in that cannot be verified yet is awaited', () => {
  expect(
    nextState(loading, 'INITIAL_SESSION', null, { ...plain, remembered: true, kept: true }),
  ).toBe(loading)
})

test('a password alone of a member with a second factor still needs the code', () => {
  const after = nextState(signedOut, 'SIGNED_IN', session(guarded), plain)
  expect(after).toMatchObject({ status: 'signed-in', level: 'aal1', owesCode: true })
  expect(nextState(after, 'USER_UPDATED', session(guarded), plain).owesCode).toBe(true)
  expect(nextState(after, 'MFA_CHALLENGE_VERIFIED', session(guarded, 'aal2'), plain)).toMatchObject(
    { level: 'aal2', owesCode: false },
  )
})

test('a returning member, and another tab, is asked for it as well', () => {
  expect(nextState(loading, 'INITIAL_SESSION', session(guarded), plain).owesCode).toBe(true)
  expect(nextState(loading, 'SIGNED_IN', session(guarded), plain).owesCode).toBe(true)
  expect(nextState(signedIn, 'SIGNED_IN', session(guarded), plain).owesCode).toBe(true)
  expect(nextState(signedOut, 'SIGNED_IN', session(user), plain).owesCode).toBe(false)
})

test('a refreshed token is published when the sign-in changed', () => {
  const proved: SessionState = { ...signedIn, user: guarded, level: 'aal2' }
  expect(nextState(proved, 'TOKEN_REFRESHED', session(guarded, 'aal2'), plain)).toBe(proved)
  expect(nextState(proved, 'TOKEN_REFRESHED', session(guarded, 'aal1'), plain).level).toBe('aal1')
  const bare = { ...guarded, factors: [] }
  expect(hasFactor(nextState(proved, 'TOKEN_REFRESHED', session(bare, 'aal2'), plain).user)).toBe(
    false,
  )
})
