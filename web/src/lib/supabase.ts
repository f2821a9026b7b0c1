import { createClient } from '@supabase/supabase-js'
import {
  CLIENT_NAME,
  REALTIME_HEARTBEAT_MS,
  REALTIME_RECONNECT_MS,
  STORAGE_KEYS,
} from './constants.ts'
import type { Database } from './database.types.ts'
import { env } from './env.ts'
import { readError } from './errors.ts'
import { fetchWithRetry } from './fetch.ts'
import { withFreshToken } from './fresh-token.ts'
import { withFactor } from './step-up.ts'

async function freshToken(): Promise<string | null> {
  const { data } = await supabase.auth.getSession()
  return data.session?.access_token ?? null
}

/** Null when the session is lost; throws when the service could not be reached. */
async function refreshedToken(): Promise<string | null> {
  const { data, error } = await supabase.auth.refreshSession()
  if (error && readError(error).canRetry) throw error
  return data.session?.access_token ?? null
}

export const supabase = createClient<Database>(env.supabaseUrl, env.supabaseKey, {
  // The library would repeat failed reads on top of fetchWithRetry.
  db: { retry: false },
  auth: {
    storageKey: STORAGE_KEYS.auth,
    flowType: 'pkce',
    // Sessions in an address are ignored: see auth-link.ts.
    detectSessionInUrl: false,
  },
  global: {
    fetch: withFreshToken(withFactor(fetchWithRetry, freshToken), refreshedToken),
    headers: { 'X-Client-Info': CLIENT_NAME },
  },
  realtime: {
    heartbeatIntervalMs: REALTIME_HEARTBEAT_MS,
    reconnectAfterMs: (tries: number) =>
      REALTIME_RECONNECT_MS[tries - 1] ??
      REALTIME_RECONNECT_MS[REALTIME_RECONNECT_MS.length - 1] ??
      10_000,
    params: { eventsPerSecond: 0 },
  },
})

/**
 * A client whose sign-in lives in memory only. What a mailed link proves is looked at with it
 * first: whoever sends somebody else a link to their own account signs nobody in by that.
 */
export function passingClient() {
  return createClient<Database>(env.supabaseUrl, env.supabaseKey, {
    auth: {
      storageKey: `${STORAGE_KEYS.auth}-passing`,
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
    global: { fetch: fetchWithRetry, headers: { 'X-Client-Info': CLIENT_NAME } },
  })
}
