import type { SupabaseClient } from '@supabase/supabase-js'
import { REQUEST_TIMEOUT_MS, STORED_ASKED_EVERY_MS, STORED_WITHIN_MS } from '../constants.ts'
import { readError } from '../api/errors.ts'
import { RequestTimeout } from '../api/fetch.ts'
import { isRemembered, storedSession, USABLE_S } from './stored-session.ts'

// Provides the access token of the signed-in member for all requests to the backend.

/** The error with which a request rejects if the session is lost, instead of being sent as a visitor's request. */
const sessionLost = () => new Error('session expired')

/** Rejects if the work takes longer than the timeout of a request; the time is counted from `since`. */
const within = <T>(since: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const left = Math.max(0, since + REQUEST_TIMEOUT_MS - Date.now())
    const timer = setTimeout(() => reject(new RequestTimeout(REQUEST_TIMEOUT_MS)), left)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

type Auth = Pick<SupabaseClient['auth'], 'getSession' | 'refreshSession'>

/** Functions that return the token. `isSignedIn` tells whether the page shows a signed-in member. */
export function tokenSource(loadAuth: () => Promise<Auth>, isSignedIn: () => boolean) {
  let renewal: { since: number; token: Promise<string> } | null = null

  async function renew(): Promise<string> {
    const { data, error } = await (await loadAuth()).getSession()
    if (data.session) return data.session.access_token
    throw error && readError(error).canRetry ? error : sessionLost()
  }

  /** All requests share one renewal. The timeout is counted from its start, also for requests that join later. */
  function renewed(): Promise<string> {
    renewal ??= { since: Date.now(), token: renew().finally(() => (renewal = null)) }
    return within(renewal.since, renewal.token)
  }

  /**
   * Waits for a member's session that is missing in the storage. A sign-in in another tab is announced before
   * its session is stored, and a sign-out in another tab is noticed shortly after it.
   */
  async function untilStored(): Promise<void> {
    const end = Date.now() + STORED_WITHIN_MS
    while (!isRemembered()) {
      if (!isSignedIn() || Date.now() >= end) throw sessionLost()
      await new Promise((done) => setTimeout(done, STORED_ASKED_EVERY_MS))
    }
  }

  /** The token; null for a visitor. Rejects if the session is lost or the token cannot be renewed now. */
  async function current(): Promise<string | null> {
    if (!isRemembered()) {
      if (!isSignedIn()) return null
      await untilStored()
    }
    const stored = storedSession(USABLE_S)
    if (!stored) return renewed()
    if (!storedSession()) void renewed().catch(() => {})
    return stored.access_token
  }

  /** A token other than the refused one; null if the session is lost. */
  async function replaced(refused: string | null): Promise<string | null> {
    const stored = storedSession(USABLE_S)?.access_token
    if (stored && `Bearer ${stored}` !== refused) return stored
    const refreshed = loadAuth().then((auth) => auth.refreshSession())
    const { data, error } = await within(Date.now(), refreshed)
    if (error && readError(error).canRetry) throw error
    return data.session?.access_token ?? null
  }

  return { current, replaced }
}
