import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js'
import { create } from 'zustand'
import { hasFactor, levelOf, owesCode, type Level } from './claims.ts'
import { SESSION_AGAIN_MS, STORAGE_KEYS } from '../constants.ts'
import { fileStore, outboxStore } from '../storage/device-store.ts'
import { dropAllDrafts } from '../storage/drafts.ts'
import { endOnServer } from './end-session.ts'
import { authCode, isSessionLost } from '../api/errors.ts'
import { afterFirstScreen } from '../first-screen.ts'
import { textOf } from '../i18n/text.ts'
import {
  forgetStored,
  isRemembered,
  setSignedInCheck,
  storedEmail,
  storedSession,
  storedTokens,
  USABLE_S,
} from './stored-session.ts'
import { backendWhenReachable, loadAuth } from '../api/supabase.ts'
import { toast } from '../toast.ts'

export interface SessionState {
  status: 'loading' | 'signed-out' | 'signed-in'
  user: User | null
  /** Level of the session: `aal1` after the password, `aal2` after a second factor. */
  level: Level | null
  /** True if the password was given and the code of the second factor is still missing. */
  owesCode: boolean
  /** Why no member is signed in, which decides between a redirect to /login and one to the start page. */
  left: 'never' | 'by-choice' | 'expired'
}

const nobody = { user: null, level: null, owesCode: false }

interface Circumstances {
  /** True if the member signed out by choice, in this tab or another one. */
  chosen: boolean
  /** True if the browser had a stored session when the page was opened. */
  remembered: boolean
  /** True if Auth could not be reached, which is no reason to sign out. */
  kept: boolean
}

/** The state after an event of the sign-in service. */
export function nextState(
  state: SessionState,
  event: AuthChangeEvent,
  session: Pick<Session, 'user' | 'access_token'> | null,
  { chosen, remembered, kept }: Circumstances,
): SessionState {
  if (session) {
    const { user } = session
    const level = levelOf(session.access_token)
    // If a refreshed token or the stored session does not change the user, the state stays the same and nothing renders again.
    const isKnown = event === 'TOKEN_REFRESHED' || event === 'INITIAL_SESSION'
    if (isKnown && state.status === 'signed-in' && isSame(state, user, level)) return state
    return { status: 'signed-in', user, level, owesCode: owesCode(session), left: 'never' }
  }
  if (event === 'TOKEN_REFRESHED') return { status: 'signed-out', ...nobody, left: 'expired' }
  if (event === 'INITIAL_SESSION' && kept) return state
  const wasSignedIn = state.status === 'signed-in' || (state.status === 'loading' && remembered)
  return {
    status: 'signed-out',
    ...nobody,
    left: wasSignedIn ? (chosen ? 'by-choice' : 'expired') : state.left,
  }
}

function isSame(state: SessionState, user: User, level: Level): boolean {
  return (
    state.user?.id === user.id &&
    state.user.email === user.email &&
    state.level === level &&
    hasFactor(state.user) === hasFactor(user)
  )
}

const remembered = isRemembered()

/** The state according to the stored session, before the client library is loaded. Only an expired token needs a request first. */
function firstState(): SessionState {
  // A token that expires within a minute is still used; the first requests renew it.
  const stored = storedSession(USABLE_S)
  const loading: SessionState = { status: 'loading', ...nobody, left: 'never' }
  if (stored === null && remembered) return loading
  const circumstances = { chosen: false, remembered, kept: false }
  return nextState(loading, 'INITIAL_SESSION', stored, circumstances)
}

export const useSession = create<SessionState>(firstState)
setSignedInCheck(() => useSession.getState().status === 'signed-in')

const CHOSEN_WITHIN_MS = 10_000

function markSigningOut() {
  localStorage.setItem(STORAGE_KEYS.signedOut, String(Date.now()))
}

function wasChosen(): boolean {
  return Date.now() - Number(localStorage.getItem(STORAGE_KEYS.signedOut) ?? 0) < CHOSEN_WITHIN_MS
}

/** Deletes drafts, which are private, and a kept proof of a mailbox, which gives access to the account. */
async function forgetMember() {
  localStorage.removeItem(STORAGE_KEYS.member)
  sessionStorage.removeItem(STORAGE_KEYS.resetting)
  dropAllDrafts()
  await Promise.all([outboxStore.clear(), fileStore.clear()]).catch(() => {})
}

let lastEmail = storedEmail()

/**
 * Registers the signed-in member. Unsent messages and drafts of an expired session are kept for the same member,
 * and deleted if another one signs in. A kept proof of a mailbox is always deleted.
 */
function registerMember({ id, email }: User) {
  lastEmail = email ?? ''
  const before = localStorage.getItem(STORAGE_KEYS.member)
  if (before === id) return
  sessionStorage.removeItem(STORAGE_KEYS.resetting)
  if (before !== null) void forgetMember()
  localStorage.setItem(STORAGE_KEYS.member, id)
}

/** Address of the member whose session expired; otherwise empty. */
export const expiredEmail = () => (useSession.getState().left === 'expired' ? lastEmail : '')

function showExpiredToast() {
  toast.error(textOf('errors:session_expired'), { toastId: 'session-expired' })
}

const isPageVisible = () => document.visibilityState === 'visible'

/**
 * Asks Auth whether the session still exists. After a sign-out on another device the token seems
 * valid for up to an hour. The library deletes the session if Auth does not know it, but not if Auth
 * does not know the member or refuses the token, so this function does.
 */
async function verifySession() {
  const { status, user } = useSession.getState()
  if (!isPageVisible() || status !== 'signed-in') return
  const auth = await loadAuth()
  const { error } = await auth.getUser()
  if (authCode(error) === 'bad_jwt') await auth.refreshSession()
  else if (error && isSessionLost(error) && useSession.getState().user === user)
    await expireSession()
}
/** Errors are ignored: if Auth cannot be reached, the member stays signed in. */
export const checkSession = () => verifySession().catch(() => {})

let askedAt = 0
/** Checks the session when a tab is shown or focused again, at most once a minute. */
function ask() {
  if (!isPageVisible() || Date.now() - askedAt < SESSION_AGAIN_MS) return
  askedAt = Date.now()
  void checkSession()
}

const isSignInOrOut = (event: AuthChangeEvent) => event === 'SIGNED_IN' || event === 'SIGNED_OUT'

function onAuthEvent(event: AuthChangeEvent, session: Session | null) {
  const before = useSession.getState()
  // A token refresh that was running during the sign-out must not sign in again.
  if (event === 'TOKEN_REFRESHED' && session && before.status === 'signed-out')
    return forgetStored()
  // The channel of other tabs may be ahead of the storage or behind it, so a report that contradicts the storage is ignored.
  if (isSignInOrOut(event) && isRemembered() !== (session !== null)) return
  // A new sign-in ends the effect of an earlier sign-out by choice. A focused tab also reports its old sign-in, which does not.
  if (event === 'SIGNED_IN' && before.status !== 'signed-in')
    localStorage.removeItem(STORAGE_KEYS.signedOut)
  const after = nextState(before, event, session, {
    chosen: wasChosen(),
    remembered,
    kept: isRemembered(),
  })
  if (event === 'INITIAL_SESSION') setTimeout(() => void checkSession())
  if (after === before) return
  if (after.user) registerMember(after.user)
  useSession.setState(after)
  if (after.left === 'expired' && before.left !== 'expired') {
    forgetStored()
    showExpiredToast()
  }
}

/** Follows a change of the stored session in another tab, because the library does not announce every change. */
function onStorage({ key }: Pick<StorageEvent, 'key'>) {
  if (key !== STORAGE_KEYS.auth && key !== null) return
  const session = storedSession(USABLE_S)
  const { status, user } = useSession.getState()
  if (!isRemembered()) onAuthEvent('SIGNED_OUT', null)
  else if (session && status !== 'loading' && session.user.id !== user?.id)
    onAuthEvent('SIGNED_IN', session)
}

/** A page that the browser kept in memory behind another one has missed changes of the stored session. */
function onShownAgain({ persisted }: Pick<PageTransitionEvent, 'persisted'>) {
  if (persisted) onStorage({ key: null })
}

/** Subscribes to events of Auth, after the first screen if the stored session already shows who is signed in. */
export function startSession(): () => void {
  let stop = () => {}
  let stopped = false
  const { user } = useSession.getState()
  if (user) registerMember(user)
  async function follow() {
    if (useSession.getState().status !== 'loading') await afterFirstScreen
    const { backend } = await backendWhenReachable()
    if (stopped) return
    const { data } = backend.auth.onAuthStateChange(onAuthEvent)
    stop = () => data.subscription.unsubscribe()
  }
  void follow()
  document.addEventListener('visibilitychange', ask)
  window.addEventListener('focus', ask)
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onShownAgain)
  return () => {
    stopped = true
    stop()
    document.removeEventListener('visibilitychange', ask)
    window.removeEventListener('focus', ask)
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onShownAgain)
  }
}

/** Signs out the library as well, unless somebody has signed in again before it is loaded. */
const endInLibrary = () =>
  loadAuth()
    .then(async (auth) => {
      await auth.initialize()
      if (!isRemembered()) await auth.signOut({ scope: 'local' })
    })
    .catch(() => {})

/** Signs out this browser before any request is sent, so that it works even if the service cannot be reached. */
function leave(left: SessionState['left']) {
  forgetStored()
  useSession.setState({ status: 'signed-out', ...nobody, left })
  void endInLibrary()
}

/** Ends a session whose refresh token is invalid; the route guards then redirect to /login. */
export async function expireSession(): Promise<void> {
  if (useSession.getState().status !== 'signed-in') return
  leave('expired')
  showExpiredToast()
}

async function signOutAs(scope: 'local' | 'global' | 'ended', left: SessionState['left']) {
  const session = storedTokens()
  markSigningOut()
  // Toasts are for the member, and would otherwise stay on the public page.
  toast.dismiss()
  // The target is deleted only at a sign-out. After an expired session it is kept, because a new visitor may have set it.
  localStorage.removeItem(STORAGE_KEYS.returnTo)
  leave(left)
  if (session && scope !== 'ended') void endOnServer(session, scope)
  await forgetMember()
}

/** Signs out this browser only; used by a member who does not enter the code of the second factor. */
export const signOutHere = () => signOutAs('local', 'never')

/** Signs out everywhere. */
export const signOut = () => signOutAs('global', 'by-choice')

/** Signs out a member whose account was deleted; its sessions do not exist any more. */
export const forgetAccount = () => signOutAs('ended', 'by-choice')

/** The signed-in user; null while the code of the second factor is missing, because the database then refuses everything. */
export function useUser(): User | null {
  return useSession((state) => (state.owesCode ? null : state.user))
}
