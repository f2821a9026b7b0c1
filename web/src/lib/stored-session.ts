import type { Session } from '@supabase/supabase-js'
import { STORAGE_KEYS } from './constants.ts'

/** The client library renews a token that is good for less. */
const RENEWED_BEFORE_S = 90

/** The sign-in that this browser remembers, while its token is good: the library need not be asked for it. */
export function storedSession(): Session | null {
  if (typeof localStorage === 'undefined') return null
  try {
    const text = localStorage.getItem(STORAGE_KEYS.auth)
    const session = JSON.parse(text ?? 'null') as Session | null
    const endsAt = session?.user && session.access_token ? (session.expires_at ?? 0) : 0
    return endsAt - RENEWED_BEFORE_S > Date.now() / 1000 ? session : null
  } catch {
    return null
  }
}

/** A sign-in is remembered, whatever has become of it. */
export function isRemembered(): boolean {
  return typeof localStorage !== 'undefined' && localStorage.getItem(STORAGE_KEYS.auth) !== null
}
