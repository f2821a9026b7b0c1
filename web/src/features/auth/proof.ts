import type { Factor, SupabaseClient, VerifyOtpParams } from '@supabase/supabase-js'
import { owesCode } from '@/lib/session/claims.ts'
import type { Database } from '@/lib/database.types.ts'
import { loadBackend, unwrap } from '@/lib/api/supabase.ts'

/** The token of a mailed link, or the code of the same mail with the address to which it was sent. */
export type Proof = Extract<VerifyOtpParams, { token_hash: string } | { email: string }>

type Client = Pick<SupabaseClient<Database>, 'auth' | 'rpc'>

/** A person who proved access to a mailbox, with a session that is separate from the browser's own. */
export interface ProvedMailbox {
  client: Client
  email: string
  userId: string
  factors: Factor[]
  /** False if the confirmation removed the password, because another person may have chosen it. */
  hasPassword: boolean
}

/** Describes the client's session; null without a session. */
export async function provedMailboxOf(client: Client): Promise<ProvedMailbox | null> {
  const { data } = await client.auth.getSession()
  if (!data.session) return null
  const { id, email, factors = [] } = data.session.user
  return {
    client,
    email: email ?? '',
    userId: id,
    factors: owesCode(data.session) ? factors.filter(({ status }) => status === 'verified') : [],
    // The server refuses this request until the second factor is given. A member with a second factor always has a password.
    hasPassword: owesCode(data.session) || (await unwrap(client.rpc('has_password'))),
  }
}

/** Verifies a mailed token. Null if a second mail is needed: both mailboxes confirm a change of address. */
export async function proveMailbox(proof: Proof): Promise<ProvedMailbox | null> {
  const { memoryOnlyClient } = await loadBackend()
  const client = memoryOnlyClient()
  await unwrap(client.auth.verifyOtp(proof))
  return provedMailboxOf(client)
}

/** Exchanges the code in a mailed link. Only the browser that requested the mail can do so, because it has the verifier. */
export async function exchangeCode(code: string): Promise<ProvedMailbox | null> {
  const { backend } = await loadBackend()
  await unwrap<unknown>(backend.auth.exchangeCodeForSession(code))
  return provedMailboxOf(backend)
}

/** Signs this browser in with the verified session. */
export async function adoptSession({ client }: ProvedMailbox): Promise<void> {
  const { backend } = await loadBackend()
  if (client === backend) return
  const { data } = await client.auth.getSession()
  if (!data.session) return
  const { access_token, refresh_token } = data.session
  await unwrap(backend.auth.setSession({ access_token, refresh_token }))
}
