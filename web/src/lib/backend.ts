import { AuthClient, createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import {
  CLIENT_NAME,
  REALTIME_HEARTBEAT_MS,
  REALTIME_RECONNECT_MS,
  STORAGE_KEYS,
} from './constants.ts'
import type { Database } from './database.types.ts'
import { env } from './env.ts'
import { fetchOnce, fetchWithRetry } from './fetch.ts'
import { withPatientRenewal } from './renewal.ts'
import { accessToken, patientFetch } from './supabase.ts'

// Sign-in, files, functions and live changes: all of the library that no first screen needs.
// Imported by `loadBackend` only.

export { REALTIME_SUBSCRIBE_STATES }

const auth = new AuthClient({
  url: `${env.supabaseUrl}/auth/v1`,
  headers: {
    Authorization: `Bearer ${env.supabaseKey}`,
    apikey: env.supabaseKey,
    'X-Client-Info': CLIENT_NAME,
  },
  storageKey: STORAGE_KEYS.auth,
  flowType: 'pkce',
  // Sessions in an address are ignored: see auth-link.ts.
  detectSessionInUrl: false,
  fetch: withPatientRenewal(fetchWithRetry, fetchOnce),
})

const client = createClient<Database>(env.supabaseUrl, env.supabaseKey, {
  // With a sign-in of its own, the library would send the publishable key in place of an ended token.
  accessToken,
  global: { fetch: patientFetch, headers: { 'X-Client-Info': CLIENT_NAME } },
  realtime: {
    heartbeatIntervalMs: REALTIME_HEARTBEAT_MS,
    reconnectAfterMs: (tries: number) =>
      REALTIME_RECONNECT_MS[tries - 1] ??
      REALTIME_RECONNECT_MS[REALTIME_RECONNECT_MS.length - 1] ??
      10_000,
    params: { eventsPerSecond: 0 },
  },
})
// A subscription needs the new token before the old one ends.
auth.onAuthStateChange(() => void client.realtime.setAuth().catch(() => {}))

export const backend = Object.assign(client, { auth })

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
