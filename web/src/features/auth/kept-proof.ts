import { loadBackend } from '@/lib/api/supabase.ts'
import { STORAGE_KEYS } from '@/lib/constants.ts'
import { provedBy, type Proved } from './proof.ts'

// A link or code works once. What it proved stays in this tab until the password is saved, the token has
// expired or somebody signs out: a phone drops a page while its reader looks for the code of the second factor.

const KEY = STORAGE_KEYS.resetting

interface Kept {
  access_token: string
  refresh_token: string
  /** In seconds. */
  expires_at: number
}

function read(): Kept | null {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null
  if (kept && kept.expires_at * 1000 > Date.now()) return kept
  forgetProof()
  return null
}

export async function keepProof({ client }: Proved): Promise<void> {
  const { data } = await client.auth.getSession()
  if (!data.session?.expires_at) return
  const { access_token, refresh_token, expires_at } = data.session
  const kept: Kept = { access_token, refresh_token, expires_at }
  sessionStorage.setItem(KEY, JSON.stringify(kept))
}

export const forgetProof = () => sessionStorage.removeItem(KEY)

export const isProofKept = () => read() !== null

/** Who proved to read the mail before this page was loaded again; null when that is no longer so. */
export async function keptProof(): Promise<Proved | null> {
  const kept = read()
  if (!kept) return null
  const { memoryOnlyClient } = await loadBackend()
  const client = memoryOnlyClient()
  const { error } = await client.auth.setSession(kept)
  if (error) throw error
  return provedBy(client)
}
