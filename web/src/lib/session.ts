import type { AuthChangeEvent, Session, User } from '@supabase/supabase-js'
import { create } from 'zustand'
import { STORAGE_KEYS } from './constants.ts'
import { isSessionLost } from './errors.ts'
import { i18n } from './i18n.ts'
import { notify } from './notify.ts'
import { supabase } from './supabase.ts'

export interface SessionState {
  status: 'loading' | 'signed-out' | 'signed-in'
  user: User | null
  /** Why nobody is signed in; decides between /login and /. */
  left: 'never' | 'by-choice' | 'expired'
}

const initial: SessionState = { status: 'loading', user: null, left: 'never' }

/**
 * What a link in an e-mail failed with, read before the library clears the address:
 * `otp_expired` when it is too old or was used before.
 */
export const linkError: string | null =
  typeof location === 'undefined' ? null : linkErrorOf(location.hash || location.search)

export function linkErrorOf(part: string): string | null {
  const params = new URLSearchParams(part.replace(/^[#?]/, ''))
  return params.get('error') ? (params.get('error_code') ?? 'unknown') : null
}

export const useSession = create<SessionState>(() => initial)

interface Circumstances {
  /** This browser asked to sign out, in this tab or another one. */
  chosen: boolean
  /** A sign-in was remembered when the page was opened. */
  remembered: boolean
  /** It still is: the service could not be asked, which is no reason to send anybody away. */
  kept: boolean
}

/** The state after an event of the sign-in service. */
export function nextState(
  state: SessionState,
  event: AuthChangeEvent,
  session: Pick<Session, 'user'> | null,
  { chosen, remembered, kept }: Circumstances,
): SessionState {
  if (session) {
    // A refreshed token is no news for who shows the user.
    if (event === 'TOKEN_REFRESHED' && state.user?.id === session.user.id) return state
    return { status: 'signed-in', user: session.user, left: 'never' }
  }
  if (event === 'TOKEN_REFRESHED') return { status: 'signed-out', user: null, left: 'expired' }
  if (event === 'INITIAL_SESSION' && kept) return state
  const wasSignedIn = state.status === 'signed-in' || (state.status === 'loading' && remembered)
  return {
    status: 'signed-out',
    user: null,
    left: wasSignedIn ? (chosen ? 'by-choice' : 'expired') : state.left,
  }
}

function isRemembered(): boolean {
  return typeof localStorage !== 'undefined' && localStorage.getItem(STORAGE_KEYS.auth) !== null
}
const remembered = isRemembered()

const CHOSEN_WITHIN_MS = 10_000

function markSigningOut() {
  localStorage.setItem(STORAGE_KEYS.signedOut, String(Date.now()))
}

function wasChosen(): boolean {
  return Date.now() - Number(localStorage.getItem(STORAGE_KEYS.signedOut) ?? 0) < CHOSEN_WITHIN_MS
}

function sayExpired() {
  notify.error(i18n.t('errors:session_expired'), { toastId: 'session-expired' })
}

/** Reads the session once and follows the service's events from then on. */
export function startSession(): () => void {
  const { data } = supabase.auth.onAuthStateChange((event, session) => {
    // From here on only a new wish to leave counts as one.
    if (event === 'SIGNED_IN') localStorage.removeItem(STORAGE_KEYS.signedOut)
    const before = useSession.getState()
    const after = nextState(before, event, session, {
      chosen: wasChosen(),
      remembered,
      kept: isRemembered(),
    })
    if (after === before) return
    useSession.setState(after)
    if (after.left === 'expired' && before.left !== 'expired') sayExpired()
  })
  return () => data.subscription.unsubscribe()
}

/** The refresh token is gone: forget the sign-in here and let the guards lead to /login. */
export async function expireSession(): Promise<void> {
  if (useSession.getState().status !== 'signed-in') return
  useSession.setState({ status: 'signed-out', user: null, left: 'expired' })
  sayExpired()
  await supabase.auth.signOut({ scope: 'local' }).catch(() => {})
}

export async function signOut(): Promise<void> {
  markSigningOut()
  const { error } = await supabase.auth.signOut({ scope: 'global' })
  // Without an answer the other devices stay signed in, but this one must not.
  if (error && !isSessionLost(error))
    await supabase.auth.signOut({ scope: 'local' }).catch(() => {})
  // The service's event has said so already, unless the service could not be asked.
  if (useSession.getState().status === 'signed-in')
    useSession.setState({ status: 'signed-out', user: null, left: 'by-choice' })
}

export function useUser(): User | null {
  return useSession((state) => state.user)
}
