import { createClient } from '@supabase/supabase-js'
import {
  CLIENT_NAME,
  REALTIME_HEARTBEAT_MS,
  REALTIME_RECONNECT_MS,
  STORAGE_KEYS,
} from './constants.ts'
import type { Database } from './database.types.ts'
import { env } from './env.ts'
import { fetchWithRetry } from './fetch.ts'

export const supabase = createClient<Database>(env.supabaseUrl, env.supabaseKey, {
  // The library would repeat failed reads on top of fetchWithRetry.
  db: { retry: false },
  auth: { storageKey: STORAGE_KEYS.auth },
  global: { fetch: fetchWithRetry, headers: { 'X-Client-Info': CLIENT_NAME } },
  realtime: {
    heartbeatIntervalMs: REALTIME_HEARTBEAT_MS,
    reconnectAfterMs: (tries: number) =>
      REALTIME_RECONNECT_MS[tries - 1] ??
      REALTIME_RECONNECT_MS[REALTIME_RECONNECT_MS.length - 1] ??
      10_000,
    params: { eventsPerSecond: 0 },
  },
})
