import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { auth, bearerOrNothing } from './clients.ts'
import { publishableKey, requiredSetting } from './environment.ts'
import { dataOf, Refusal } from './errors.ts'
import { verifiedUser } from './session.ts'
import { traceHeaders } from './trace.ts'

/**
 * The profile of the signed-in caller, and a client with exactly the caller's rights. A token stays valid after its
 * session ends, and a function may issue something that lives longer still, so the session must still be open.
 * A suspended member is refused, unless the function only reads.
 */
export async function signedIn(request: Request, { readsOnly = false } = {}) {
  const userId = await verifiedUser(bearer(request))
  const client = callerClient(request)
  const [sessions, profiles] = await Promise.all([
    client.rpc('my_sessions', {}, { get: true }).eq('is_current', true),
    client.from('profiles').select('id, suspended_at').eq('user_id', userId).limit(1),
  ])
  const session = dataOf(sessions)[0]
  if (!session) throw new Refusal(403, 'session_ended')
  const profile = dataOf(profiles)[0]
  if (!profile || (profile.suspended_at && !readsOnly)) throw new Refusal(403, 'not_allowed')
  return { client, profileId: String(profile.id), sessionId: String(session.id) }
}

/** A client with the caller's own rights: row-level security decides which rows it reads. */
function callerClient(request: Request): SupabaseClient {
  return createClient(requiredSetting('SUPABASE_URL'), publishableKey(), {
    auth,
    global: { headers: { ...traceHeaders(), Authorization: `Bearer ${bearer(request)}` } },
  })
}

function bearer(request: Request): string {
  const token = bearerOrNothing(request)
  if (token === '') throw new Refusal(401, 'not_signed_in')
  return token
}
