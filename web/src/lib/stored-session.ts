import type { Session } from '@supabase/supabase-js'
import { STORAGE_KEYS } from './constants.ts'

/** The client library renews a token that is good for less. */
const RENEWED_BEFORE_S = 90
/** A token that is good for less may have ended when it arrives. */
export const USABLE_S = 10

function stored(): Partial<Session> | null {
  if (typeof localStorage === 'undefined') return null
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEYS.auth) ?? 'null') as Partial<Session> | null
  } catch {
    return null
  }
}

/** The sign-in that this browser remembers, while its token is good: the library need not be asked for it. */
export function storedSession(forAtLeastS = RENEWED_BEFORE_S): Session | null {
  const session = stored()
  const endsAt = session?.user && session.access_token ? (session.expires_at ?? 0) : 0
  return endsAt - forAtLeastS > Date.now() / 1000 ? (session as Session) : null
}

/** A sign-in is remembered, whatever has become of it. */
export function isRemembered(): boolean {
  return typeof localStorage !== 'undefined' && localStorage.getItem(STORAGE_KEYS.auth) !== null
}

export const storedRefreshToken = () => stored()?.refresh_token ?? null

/** Whose sign-in it was, for the form that asks for it again. */
export const storedEmail = () => stored()?.user?.email ?? ''

/** Nothing may come back from a sign-in that is over; the library would keep one for a while. */
export function forgetStored(): void {
  localStorage.removeItem(STORAGE_KEYS.auth)
}
