import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { publishableKey, requiredSetting, secretKey, secretKeys } from './environment.ts'
import { dataOf, Refusal } from './errors.ts'
import { isSame } from './is-same.ts'

const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** Acts with the caller's own rights: row-level security decides what it sees. */
export function callerClient(request: Request): SupabaseClient {
  return createClient(requiredSetting('SUPABASE_URL'), publishableKey(), {
    auth,
    global: { headers: { Authorization: `Bearer ${bearer(request)}` } },
  })
}

/** Acts as the project itself; only for what no member may do. */
export function serviceClient(): SupabaseClient {
  return createClient(requiredSetting('SUPABASE_URL'), secretKey(), { auth })
}

/** The profile of the signed-in caller, and a client with exactly the caller's rights. */
export async function signedIn(request: Request) {
  const client = callerClient(request)
  const { data, error } = await client.auth.getUser(bearer(request))
  if (error || !data.user) throw new Refusal(401, 'not_signed_in')
  const profiles = dataOf(
    await client.from('profiles').select('id, suspended_at').eq('user_id', data.user.id).limit(1),
  )
  const profile = profiles[0]
  if (!profile || profile.suspended_at) throw new Refusal(403, 'not_allowed')
  return { client, profileId: String(profile.id) }
}

/** Only the project's own machinery may pass: the scheduler, or another function. */
export function requireService(request: Request): void {
  const given = request.headers.get('apikey') ?? bearerOrNothing(request)
  if (!secretKeys().some((key) => isSame(key, given))) throw new Refusal(403, 'not_allowed')
}

function bearer(request: Request): string {
  const token = bearerOrNothing(request)
  if (token === '') throw new Refusal(401, 'not_signed_in')
  return token
}

function bearerOrNothing(request: Request): string {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
}
