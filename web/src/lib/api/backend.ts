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

// Auth, Storage, edge functions and Realtime: the parts of the library that no first screen needs.
// Only `loadBackend` imports this file.

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
  // A session in the address is ignored; `address-tokens.ts` removes it.
  detectSessionInUrl: false,
  fetch: withRenewalRetry(fetchWithReplica, fetchOnce),
})

const client = createClient<Database>(env.supabaseUrl, env.supabaseKey, {
  // Without this option, the library would send the publishable key when the token has expired.
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
 * Creates a client whose session is kept in memory only. A mailed link is verified with it before this
 * browser is signed in, so that a link to an attacker's account does not sign anybody in by itself.
 */
export function memoryOnlyClient() {
  return createClient<Database>(env.supabaseUrl, env.supabaseKey, {
    auth: {
      // Each client has its own key, because the library warns about two clients with the same one.
      storageKey: `${STORAGE_KEYS.auth}-memory-${(clientsInMemory += 1)}`,
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
    global: { fetch: fetchWithReplica, headers: { 'X-Client-Info': CLIENT_NAME } },
  })
}
