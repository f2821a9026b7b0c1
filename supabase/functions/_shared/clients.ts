import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { requiredSetting, secretKey, secretKeys, setting } from './environment.ts'
import { Refusal } from './errors.ts'
import { isSame } from './is-same.ts'
import { traceHeaders } from './trace.ts'

export const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** Acts as the project itself; only for what no member may do. */
export function serviceClient(): SupabaseClient {
  return createClient(requiredSetting('SUPABASE_URL'), secretKey(), {
    auth,
    global: { headers: traceHeaders() },
  })
}

/** Accepts only the project's own services: the scheduler of the database, or a caller with a secret key. */
export function requireService(request: Request): void {
  if (isClock(request.headers.get('x-clock-key'))) return
  const given = request.headers.get('apikey') ?? bearerOrNothing(request)
  if (!secretKeys().some((key) => isSame(key, given))) throw new Refusal(403, 'not_allowed')
}

/** True for the key of the database's scheduler. The key only starts scheduled functions and gives no other right. */
function isClock(given: string | null): boolean {
  const key = setting('CLOCK_KEY')
  return key !== undefined && given !== null && isSame(key, given)
}

/** The token of the `Authorization` header; empty without one. */
export function bearerOrNothing(request: Request): string {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
}
