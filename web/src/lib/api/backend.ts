import { AuthClient, createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import {
  CLIENT_NAME,
  REALTIME_HEARTBEAT_MS,
  REALTIME_RECONNECT_MS,
  STORAGE_KEYS,
} from '../constants.ts'
import type { Database } from '../database.types.ts'
import { env } from '../env.ts'
import { fetchOnce } from './fetch.ts'
import { withRenewalRetry } from '../session/renewal.ts'
import { accessToken, fetchWithReplica, fetchWithRetryAndAuth } from './supabase.ts'

// Auth, Storage, functions and Realtime: the part of the library that no first screen needs.
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
  fetch: withRenewalRetry(fetchWithReplica, fetchOnce),
})

const client = createClient<Database>(env.supabaseUrl, env.supabaseKey, {
  // Without this option the library would send the publishable key in place of an expired token.
  accessToken,
  global: { fetch: fetchWithRetryAndAuth, headers: { 'X-Client-Info': CLIENT_NAME } },
  realtime: {
    heartbeatIntervalMs: REALTIME_HEARTBEAT_MS,
    reconnectAfterMs: (tries: number) =>
      REALTIME_RECONNECT_MS[tries - 1] ??
      REALTIME_RECONNECT_MS[REALTIME_RECONNECT_MS.length - 1] ??
      10_000,
    params: { eventsPerSecond: 0 },
  },
})
// A subscription needs the new token before the old one expires.
auth.onAuthStateChange(() => void client.realtime.setAuth().catch(() => {}))

export const backend = Object.assign(client, { auth })

let clientsInMemory = 0

/**
 * Creates a client whose session is in memory only. A mailed link is checked with it before this
 * browser is signed in, so that a link to an attacker's account signs nobody in by itself.
 */
export function memoryOnlyClient() {
  return createClient<Database>(env.supabaseUrl, env.supabaseKey, {
    auth: {
      // Each has its own: the library warns of a second client of one name.
      storageKey: `${STORAGE_KEYS.auth}-memory-${(clientsInMemory += 1)}`,
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
    global: { fetch: fetchWithReplica, headers: { 'X-Client-Info': CLIENT_NAME } },
  })
}
