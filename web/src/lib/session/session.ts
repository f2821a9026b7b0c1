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
  learnSignedIn,
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
  /** How the sign-in was proved: `aal1` by a password, `aal2` by a second factor too. */
  level: Level | null
  /** The password was given and the code of the second factor is still missing. */
  owesCode: boolean
  /** Why no member is signed in; decides between /login and /. */
  left: 'never' | 'by-choice' | 'expired'
}

const nobody = { user: null, level: null, owesCode: false }

interface Circumstances {
  /** True if the member signed out in this browser, in this tab or another one. */
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
    // A refreshed token and the stored session do not change the user, so nothing renders again.
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

/** State from the stored session, before the client library is loaded: only an expired token needs a request. */
function firstState(): SessionState {
  // A token in its last minute is good for the first requests; they renew it.
  const stored = storedSession(USABLE_S)
  const loading: SessionState = { status: 'loading', ...nobody, left: 'never' }
  if (stored === null && remembered) return loading
  const circumstances = { chosen: false, remembered, kept: false }
  return nextState(loading, 'INITIAL_SESSION', stored, circumstances)
}

export const useSession = create<SessionState>(firstState)
learnSignedIn(() => useSession.getState().status === 'signed-in')

const CHOSEN_WITHIN_MS = 10_000

function markSigningOut() {
  localStorage.setItem(STORAGE_KEYS.signedOut, String(Date.now()))
}

function wasChosen(): boolean {
  return Date.now() - Number(localStorage.getItem(STORAGE_KEYS.signedOut) ?? 0) < CHOSEN_WITHIN_MS
}

/** Unsent drafts are private, and a proof of the mailbox opens the account: they are deleted at sign-out. */
async function forgetMember() {
  localStorage.removeItem(STORAGE_KEYS.member)
  sessionStorage.removeItem(STORAGE_KEYS.resetting)
  dropAllDrafts()
  await Promise.all([outboxStore.clear(), fileStore.clear()]).catch(() => {})
}

let lastEmail = storedEmail()

/**
 * Admits a member. The unsent messages and drafts of an expired session are kept for the same member,
 * and deleted when another one signs in. A proof of a mailbox is kept for nobody who signs in.
 */
function admit({ id, email }: User) {
  lastEmail = email ?? ''
  const before = localStorage.getItem(STORAGE_KEYS.member)
  if (before === id) return
  sessionStorage.removeItem(STORAGE_KEYS.resetting)
  if (before !== null) void forgetMember()
  localStorage.setItem(STORAGE_KEYS.member, id)
}

/** Address of the member whose session expired; otherwise empty. */
export const expiredEmail = () => (useSession.getState().left === 'expired' ? lastEmail : '')

function sayExpired() {
  toast.error(textOf('errors:session_expired'), { toastId: 'session-expired' })
}

const isLookedAt = () => document.visibilityState === 'visible'

/**
 * Asks Auth whether the session still exists. After a sign-out from another device the token looks
 * valid for up to an hour; the library drops it once Auth does not know its session, but not when Auth
 * does not know the member, or refuses the token.
 */
async function askWhetherItStillCounts() {
  const { status, user } = useSession.getState()
  if (!isLookedAt() || status !== 'signed-in') return
  const auth = await loadAuth()
  const { error } = await auth.getUser()
  if (authCode(error) === 'bad_jwt') await auth.refreshSession()
  else if (error && isSessionLost(error) && useSession.getState().user === user)
    await expireSession()
}
/** Where Auth is away, the sign-in stays. */
export const checkSession = () => askWhetherItStillCounts().catch(() => {})

let askedAt = 0
/** A tab that is shown or focused again asks, at most once a minute. */
function ask() {
  if (!isLookedAt() || Date.now() - askedAt < SESSION_AGAIN_MS) return
  askedAt = Date.now()
  void checkSession()
}

const isSignInOrOut = (event: AuthChangeEvent) => event === 'SIGNED_IN' || event === 'SIGNED_OUT'

function onAuthEvent(event: AuthChangeEvent, session: Session | null) {
  const before = useSession.getState()
  // A refresh that was running at sign-out must not sign in again.
  if (event === 'TOKEN_REFRESHED' && session && before.status === 'signed-out')
    return forgetStored()
  // Other tabs report on a channel that may be ahead of the storage, or behind it: the storage decides.
  if (isSignInOrOut(event) && isRemembered() !== (session !== null)) return
  // From here on only a new wish to leave counts as one; a tab that is looked at again reports its old sign-in.
  if (event === 'SIGNED_IN' && before.status !== 'signed-in')
    localStorage.removeItem(STORAGE_KEYS.signedOut)
  const after = nextState(before, event, session, {
    chosen: wasChosen(),
    remembered,
    kept: isRemembered(),
  })
  if (event === 'INITIAL_SESSION') setTimeout(() => void checkSession())
  if (after === before) return
  if (after.user) admit(after.user)
  useSession.setState(after)
  if (after.left === 'expired' && before.left !== 'expired') {
    forgetStored()
    sayExpired()
  }
}

/** Follows a sign-in or a sign-out in another tab, also one that Auth never learned of and the library does not announce. */
function onStorage({ key }: Pick<StorageEvent, 'key'>) {
  if (key !== STORAGE_KEYS.auth && key !== null) return
  const session = storedSession(USABLE_S)
  if (!isRemembered()) onAuthEvent('SIGNED_OUT', null)
  else if (session && useSession.getState().status === 'signed-out')
    onAuthEvent('SIGNED_IN', session)
}

/** Subscribes to the events of Auth; after the first screen, if the stored session already tells who is signed in. */
export function startSession(): () => void {
  let stop = () => {}
  let stopped = false
  const { user } = useSession.getState()
  if (user) admit(user)
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
  return () => {
    stopped = true
    stop()
    document.removeEventListener('visibilitychange', ask)
    window.removeEventListener('focus', ask)
    window.removeEventListener('storage', onStorage)
  }
}

/** Lets the library know, unless somebody has signed in again by the time it listens. */
const endInLibrary = () =>
  loadAuth()
    .then(async (auth) => {
      await auth.initialize()
      if (!isRemembered()) await auth.signOut({ scope: 'local' })
    })
    .catch(() => {})

/** Ends the sign-in of this browser, before any request: a service that is away keeps nobody signed in. */
function leave(left: SessionState['left']) {
  forgetStored()
  useSession.setState({ status: 'signed-out', ...nobody, left })
  void endInLibrary()
}

/** Ends a session whose refresh token is invalid; the route guards then redirect to /login. */
export async function expireSession(): Promise<void> {
  if (useSession.getState().status !== 'signed-in') return
  leave('expired')
  sayExpired()
}

async function signOutAs(scope: 'local' | 'global' | 'ended', left: SessionState['left']) {
  const session = storedTokens()
  markSigningOut()
  // They were for the member, and stay over a public page.
  toast.dismiss()
  // Meant for who signs out. An expired session leaves it: a newcomer who signs in next may have set it.
  localStorage.removeItem(STORAGE_KEYS.returnTo)
  leave(left)
  if (session && scope !== 'ended') void endOnServer(session, scope)
  await forgetMember()
}

/** Signs out this browser only; used by a member who does not enter the code of the second factor. */
export const signOutHere = () => signOutAs('local', 'never')

/** Signs out everywhere. */
export const signOut = () => signOutAs('global', 'by-choice')

/** Signs out a member whose account is deleted: Auth has none of its sign-ins any more. */
export const forgetAccount = () => signOutAs('ended', 'by-choice')

/** The signed-in user; null until the code of the second factor is given, because the database refuses everything before. */
export function useUser(): User | null {
  return useSession((state) => (state.owesCode ? null : state.user))
}
