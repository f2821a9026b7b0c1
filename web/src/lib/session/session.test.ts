import type { AuthChangeEvent, User } from '@supabase/supabase-js'
import { afterEach, expect, test, vi } from 'vitest'
import { hasFactor } from './claims.ts'
import { STORAGE_KEYS } from '../constants.ts'
import { storageOf } from '../storage/testing.ts'
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
  vi.doUnmock('../api/supabase.ts')
  vi.doUnmock('./end-session.ts')
  vi.doUnmock('../first-screen.ts')
})

/** Loads the module in a browser whose stored token expires in this many seconds. */
async function openPage(endsInS: number) {
  const expires_at = Date.now() / 1000 + endsInS
  const stored = new Map([[STORAGE_KEYS.auth, JSON.stringify({ ...session(user), expires_at })]])
  vi.stubGlobal('localStorage', storageOf(stored))
  // The proof of a mailed code is stored in this tab, because its new password has not been saved.
  const inTab = new Map([[STORAGE_KEYS.resetting, 'proof']])
  vi.stubGlobal('sessionStorage', storageOf(inTab))
  vi.resetModules()
  return { stored, inTab, ...(await import('./session.ts')) }
}

test.each([
  [3600, 'signed-in'],
  [50, 'signed-in'],
  [5, 'loading'],
])('a page that is opened with a token valid for %d s is %s at once', async (endsInS, status) => {
  expect((await openPage(endsInS)).useSession.getState().status).toBe(status)
})

/** A page that follows the storage, which other tabs change, and the channel on which the libraries of other tabs report. */
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
  const { stored, inTab, startSession, useSession } = await openPage(3600)
  const session = stored.get(STORAGE_KEYS.auth) ?? ''
  const stop = startSession()
  await vi.waitFor(() => expect(follow).toHaveBeenCalled())
  return {
    stored,
    inTab,
    stop,
    session,
    state: useSession.getState,
    tell: (key: string) => page.dispatchEvent(Object.assign(new Event('storage'), { key })),
    showAgain: () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    report: (event: AuthChangeEvent) =>
      report(event, event === 'SIGNED_OUT' ? null : (JSON.parse(session) as object)),
  }
}

test('a kept proof of a mailbox is deleted when a member is signed in', async () => {
  const { stop, inTab } = await openBesideOthers()
  expect(inTab.size).toBe(0)
  stop()
})

test.each([
  ['by choice', 'by-choice', true],
  ['because it expired', 'expired', false],
])('a session that another tab ended %s ends in this tab too', async (_how, left, chosen) => {
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

test('a page restored from the back/forward cache of the browser shows who is signed in now', async () => {
  const { stored, session: before, state, showAgain, stop } = await openBesideOthers()
  showAgain()
  expect(state().user?.id).toBe(user.id)
  stored.set(STORAGE_KEYS.auth, JSON.stringify({ ...JSON.parse(before), user: other }))
  showAgain()
  expect(state()).toMatchObject({ status: 'signed-in', user: other })
  stored.delete(STORAGE_KEYS.auth)
  showAgain()
  expect(state()).toMatchObject({ status: 'signed-out', user: null })
  stop()
})

test('the session state stays right if the event of another tab arrives before or after the change of the storage', async () => {
  const { stored, session, state, tell, report, stop } = await openBesideOthers()
  // The report of the other tab's sign-out arrives before the storage changes.
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

  // The report of the other tab's new sign-in arrives before the storage changes, and is not needed.
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
  ['forgetAccount', null, 'by-choice'],
] as const)(
  '%s clears the browser at once, although Auth does not respond',
  async (name, scope, left) => {
    const silence = () => new Promise<never>(() => {})
    vi.doMock('../api/supabase.ts', () => ({ loadAuth: silence, backendWhenReachable: silence }))
    const endOnServer = vi.fn<(session: object, scope: string) => void>()
    vi.doMock('./end-session.ts', () => ({ endOnServer }))
    const { stored, inTab, useSession, ...page } = await openPage(3600)
    const { access_token } = session(user)
    stored.set(STORAGE_KEYS.returnTo, '/dashboard/orders')
    void page[name]()
    expect(stored.has(STORAGE_KEYS.auth)).toBe(false)
    expect(inTab.size).toBe(0)
    expect(stored.has(STORAGE_KEYS.returnTo)).toBe(false)
    // The other tabs read this entry.
    expect(Number(stored.get(STORAGE_KEYS.signedOut))).toBeGreaterThan(0)
    expect(useSession.getState()).toMatchObject({ status: 'signed-out', user: null, left })
    const tokens: unknown = expect.objectContaining({ access_token, refresh_token: 'r1' })
    // Deleting an account has already ended its sessions, so nothing is sent.
    expect(endOnServer.mock.calls).toEqual(scope ? [[tokens, scope]] : [])
  },
)

/** A page that is shown again, with a simulated answer of Auth. */
async function openForReturn(answer: () => unknown) {
  const tab = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', tab)
  const refreshSession = vi.fn<() => void>()
  const getUser = vi.fn<() => unknown>(answer)
  const auth = { getUser, refreshSession, initialize: () => {}, signOut: () => {} }
  vi.doMock('../api/supabase.ts', () => ({
    loadAuth: async () => auth,
    backendWhenReachable: () => new Promise(() => {}),
  }))
  const { startSession, useSession } = await openPage(3600)
  return {
    getUser,
    refreshSession,
    stop: startSession(),
    status: () => useSession.getState().status,
    show: () => tab.dispatchEvent(new Event('visibilitychange')),
    focus: () => page.dispatchEvent(new Event('focus')),
  }
}

test.each([
  ['show', 'user_not_found', 'signed-out', 0],
  ['focus', 'user_not_found', 'signed-out', 0],
  ['focus', 'bad_jwt', 'signed-in', 1],
  ['focus', 'unexpected_failure', 'signed-in', 0],
] as const)(
  'a page to which the reader returns by the event %s, and to which Auth says %s, is %s',
  async (comeBack, code, expected, renewals) => {
    const page = await openForReturn(() => ({ error: { name: 'AuthApiError', code } }))
    page[comeBack]()
    await vi.waitFor(() => expect(page.getUser).toHaveBeenCalledTimes(1))
    await vi.waitFor(() => expect(page.status()).toBe(expected))
    await vi.waitFor(() => expect(page.refreshSession).toHaveBeenCalledTimes(renewals))
    page.stop()
  },
)

test('a page to which the reader returns often checks the session once a minute, and stays signed in offline', async () => {
  const page = await openForReturn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const comeBack of [page.focus, page.show, page.focus]) comeBack()
  await vi.waitFor(() => expect(page.getUser).toHaveBeenCalledTimes(1))
  vi.setSystemTime(Date.now() + 61_000)
  page.focus()
  await vi.waitFor(() => expect(page.getUser).toHaveBeenCalledTimes(2))
  expect(page.status()).toBe('signed-in')
  vi.useRealTimers()
  page.stop()
})

const lost: SessionState = { ...signedOut, left: 'expired' }
const owing: SessionState = { ...signedIn, user: guarded, owesCode: true }
const proved: SessionState = { ...signedIn, user: guarded, level: 'aal2' }
const remembered = { ...plain, remembered: true }

type Step = [SessionState, AuthChangeEvent, ReturnType<typeof session> | null]
test.each<[what: string, ...Step, Partial<SessionState>, typeof plain]>([
  ['a session at the start', loading, 'INITIAL_SESSION', session(user), signedIn, plain],
  ['no session at the start', loading, 'INITIAL_SESSION', null, signedOut, plain],
  ['a sign-in', signedOut, 'SIGNED_IN', session(user), signedIn, plain],
  ['a changed user', signedOut, 'USER_UPDATED', session(user), signedIn, plain],
  ['a recovered password', signedOut, 'PASSWORD_RECOVERY', session(user), signedIn, plain],
  ['a code that is right', signedOut, 'MFA_CHALLENGE_VERIFIED', session(user), signedIn, plain],
  ['a token of another user', signedIn, 'TOKEN_REFRESHED', session(other), { user: other }, plain],
  ['a refresh without a session', signedIn, 'TOKEN_REFRESHED', null, lost, plain],
  ['a session that ended', signedIn, 'SIGNED_OUT', null, lost, plain],
  ['a second event for a session that ended', lost, 'SIGNED_OUT', null, lost, plain],
  ['a sign-out', signedIn, 'SIGNED_OUT', null, { left: 'by-choice' }, { ...plain, chosen: true }],
  ['a remembered sign-in that is gone', loading, 'SIGNED_OUT', null, lost, remembered],
  ['a remembered sign-in without a session', loading, 'INITIAL_SESSION', null, lost, remembered],
  ['a password alone', signedOut, 'SIGNED_IN', session(guarded), owing, plain],
  ['a change before the code', owing, 'USER_UPDATED', session(guarded), owing, plain],
  [
    'the code of the second factor',
    owing,
    'MFA_CHALLENGE_VERIFIED',
    session(guarded, 'aal2'),
    proved,
    plain,
  ],
  ['a returning member', loading, 'INITIAL_SESSION', session(guarded), owing, plain],
  ['a password alone in another tab', signedIn, 'SIGNED_IN', session(guarded), owing, plain],
  ['a password alone at the start', loading, 'SIGNED_IN', session(guarded), owing, plain],
  ['a token without the code', proved, 'TOKEN_REFRESHED', session(guarded), owing, plain],
])(
  'nextState returns the expected session state after %s',
  (_what, before, event, given, after, news) => {
    expect(nextState(before, event, given, news)).toMatchObject(after)
  },
)

test('a refreshed token changes the session state only if the user or the level has changed', () => {
  const refreshed = (state: SessionState, user: User, aal?: string) =>
    nextState(state, 'TOKEN_REFRESHED', session(user, aal), plain)
  expect(refreshed(signedIn, { ...user })).toBe(signedIn)
  expect(refreshed(proved, guarded, 'aal2')).toBe(proved)
  expect(hasFactor(refreshed(proved, { ...guarded, factors: [] }, 'aal2').user)).toBe(false)
})

test('the page keeps loading while Auth cannot be reached to verify the stored session', () => {
  const news = { ...remembered, kept: true }
  expect(nextState(loading, 'INITIAL_SESSION', null, news)).toBe(loading)
})
