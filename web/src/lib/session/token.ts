import type { SupabaseClient } from '@supabase/supabase-js'
import { REQUEST_TIMEOUT_MS, STORED_ASKED_EVERY_MS, STORED_WITHIN_MS } from '../constants.ts'
import { readError } from '../api/errors.ts'
import { RequestTimeout } from '../api/fetch.ts'
import { isRemembered, storedSession, USABLE_S } from './stored-session.ts'

// The token of the member who is signed in, for every request to the backend.

/** Error of a request whose session is lost; the request is not sent as a visitor's instead. */
const sessionLost = () => new Error('session expired')

/** Rejects when the work takes longer than the timeout of a request, counted from `since`. */
const within = <T>(since: number, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const left = Math.max(0, since + REQUEST_TIMEOUT_MS - Date.now())
    const timer = setTimeout(() => reject(new RequestTimeout(REQUEST_TIMEOUT_MS)), left)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

type Auth = Pick<SupabaseClient['auth'], 'getSession' | 'refreshSession'>

/** `isSignedIn` tells whether the page shows a member. */
export function tokenSource(loadAuth: () => Promise<Auth>, isSignedIn: () => boolean) {
  let renewal: { since: number; token: Promise<string> } | null = null

  async function renew(): Promise<string> {
    const { data, error } = await (await loadAuth()).getSession()
    if (data.session) return data.session.access_token
    throw error && readError(error).canRetry ? error : sessionLost()
  }

  /** Shares one renewal between all requests. The timeout counts from its start, also for later requests. */
  function renewed(): Promise<string> {
    renewal ??= { since: Date.now(), token: renew().finally(() => (renewal = null)) }
    return within(renewal.since, renewal.token)
  }

  /**
   * Waits for the session of a member that is not stored. A sign-in in another tab is announced before
   * its session can be read here, and a sign-out in another tab is noticed a moment after it.
   */
  async function untilStored(): Promise<void> {
    const end = Date.now() + STORED_WITHIN_MS
    while (!isRemembered()) {
      if (!isSignedIn() || Date.now() >= end) throw sessionLost()
      await new Promise((done) => setTimeout(done, STORED_ASKED_EVERY_MS))
    }
  }

  /** Null for a visitor; rejects when the sign-in is lost, or cannot be renewed now. */
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

  /** Another token than the one that was refused; null when the sign-in is lost. */
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
