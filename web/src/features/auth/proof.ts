import type { Factor, SupabaseClient, VerifyOtpParams } from '@supabase/supabase-js'
import { owesCode } from '@/lib/session/claims.ts'
import type { Database } from '@/lib/database.types.ts'
import { loadBackend, unwrap } from '@/lib/api/supabase.ts'

/** A mailed token hash, or the digits of the same mail with the address they went to. */
export type Proof = Extract<VerifyOtpParams, { token_hash: string } | { email: string }>

type Client = Pick<SupabaseClient<Database>, 'auth' | 'rpc'>

/** Who proved to read the mail, signed in apart from the browser's own sign-in. */
export interface Proved {
  client: Client
  email: string
  userId: string
  factors: Factor[]
  /** False when another person may have chosen it: the confirmation removed it. */
  hasPassword: boolean
}

/** Null without a session. */
export async function provedBy(client: Client): Promise<Proved | null> {
  const { data } = await client.auth.getSession()
  if (!data.session) return null
  const { id, email, factors = [] } = data.session.user
  return {
    client,
    email: email ?? '',
    userId: id,
    factors: owesCode(data.session) ? factors.filter(({ status }) => status === 'verified') : [],
    // The server refuses the question before the code is given. A member with a factor has a password.
    hasPassword: owesCode(data.session) || (await unwrap(client.rpc('has_password'))),
  }
}

/** Verifies a mailed token. Null if another mail is needed: a new address is confirmed from both mailboxes. */
export async function prove(proof: Proof): Promise<Proved | null> {
  const { memoryOnlyClient } = await loadBackend()
  const client = memoryOnlyClient()
  await unwrap(client.auth.verifyOtp(proof))
  return provedBy(client)
}

/** The code of a mailed link works only in the browser that requested the mail: it has the verifier. */
export async function exchange(code: string): Promise<Proved | null> {
  const { backend } = await loadBackend()
  await unwrap<unknown>(backend.auth.exchangeCodeForSession(code))
  return provedBy(backend)
}

/** Signs this browser in with the verified session. */
export async function adopt({ client }: Proved): Promise<void> {
  const { backend } = await loadBackend()
  if (client === backend) return
  const { data } = await client.auth.getSession()
  if (!data.session) return
  const { access_token, refresh_token } = data.session
  await unwrap(backend.auth.setSession({ access_token, refresh_token }))
}
