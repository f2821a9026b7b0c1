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

/**
 * The state after an event of the sign-in service. `chosen`: this browser asked to sign out, in
 * this tab or another one.
 */
export function nextState(
  state: SessionState,
  event: AuthChangeEvent,
  session: Pick<Session, 'user'> | null,
  chosen: boolean,
): SessionState {
  if (session) {
    // A refreshed token is no news for who shows the user.
    if (event === 'TOKEN_REFRESHED' && state.user?.id === session.user.id) return state
    return { status: 'signed-in', user: session.user, left: 'never' }
  }
  if (event === 'TOKEN_REFRESHED') return { status: 'signed-out', user: null, left: 'expired' }
  const was = state.status === 'signed-in'
  return {
    status: 'signed-out',
    user: null,
    left: event === 'SIGNED_OUT' && was ? (chosen ? 'by-choice' : 'expired') : state.left,
  }
}

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
    const before = useSession.getState()
    const after = nextState(before, event, session, wasChosen())
    if (after === before) return
    useSession.setState(after)
    if (after.left === 'expired' && before.status === 'signed-in') sayExpired()
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
  if (error && !isSessionLost(error)) await supabase.auth.signOut({ scope: 'local' }).catch(() => {})
  useSession.setState({ status: 'signed-out', user: null, left: 'by-choice' })
}

export function useUser(): User | null {
  return useSession((state) => state.user)
}
