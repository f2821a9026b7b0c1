import type { Session } from '@supabase/supabase-js'
import { STORAGE_KEYS } from '../constants.ts'

/** A token that expires within this time is renewed by the client library. */
const RENEWED_BEFORE_S = 90
/** A token that expires within this time may be expired when it arrives at the server. */
export const USABLE_S = 10

function stored(): Partial<Session> | null {
  if (typeof localStorage === 'undefined') return null
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEYS.auth) ?? 'null') as Partial<Session> | null
  } catch {
    return null
  }
}

/** The stored session if its token is valid; read without the client library. */
export function storedSession(forAtLeastS = RENEWED_BEFORE_S): Session | null {
  const session = stored()
  const endsAt = session?.user && session.access_token ? (session.expires_at ?? 0) : 0
  return endsAt - forAtLeastS > Date.now() / 1000 ? (session as Session) : null
}

/** True if the browser has a stored session, valid or not. */
export function isRemembered(): boolean {
  return typeof localStorage !== 'undefined' && localStorage.getItem(STORAGE_KEYS.auth) !== null
}

export const storedRefreshToken = () => stored()?.refresh_token ?? null

export type Tokens = Pick<Session, 'access_token' | 'refresh_token' | 'expires_at'>

/** The tokens of the stored session, valid or not. */
export function storedTokens(): Tokens | null {
  const session = stored()
  return session?.access_token && session.refresh_token ? (session as Tokens) : null
}

/** Address of the stored session, for the sign-in form. */
export const storedEmail = () => stored()?.user?.email ?? ''

/** Deletes the stored session at once, because the library keeps it for some time. */
export function forgetStored(): void {
  localStorage.removeItem(STORAGE_KEYS.auth)
}

let showsMember = () => false
/** Sets the function that tells whether a member is signed in. The code of requests needs it, but cannot import the session. */
export function setSignedInCheck(from: () => boolean): void {
  showsMember = from
}
export const isSignedIn = () => showsMember()
