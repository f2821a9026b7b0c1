import { loadBackend, unwrap } from '@/lib/api/supabase.ts'
import { STORAGE_KEYS } from '@/lib/constants.ts'
import { provedBy, type Proved } from './proof.ts'

// A link or code works once. What it proved stays in this tab for ten minutes, because a phone drops a page while
// its reader looks for the code of the second factor. It opens the account: it goes once the password is saved,
// the page is left, or somebody signs in or out. The entry of the history names the address: a reload keeps it,
// and another page, also one opened by its address, has none.

const KEY = STORAGE_KEYS.resetting
const KEPT_MS = 600_000

interface Kept {
  email: string
  access_token: string
  refresh_token: string
  until: number
}

const plain = (email: string) => email.trim().toLowerCase()

function read(): Kept | null {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null
  const entry = history.state as { provedFor?: string } | null
  if (kept && kept.until > Date.now() && kept.email === entry?.provedFor) return kept
  forgetProof()
  return null
}

/** Keeps it until the function that is returned is called; loading the page again does not. */
export function keepProof({ client, email }: Proved): () => void {
  let isOver = false
  void client.auth.getSession().then(({ data }) => {
    if (isOver || !data.session) return
    const { access_token, refresh_token } = data.session
    // A proof is not kept for longer when the page is loaded again.
    if (read()?.access_token === access_token) return
    const until = Date.now() + KEPT_MS
    const kept: Kept = { email: plain(email), access_token, refresh_token, until }
    sessionStorage.setItem(KEY, JSON.stringify(kept))
    history.replaceState({ ...history.state, provedFor: kept.email }, '')
  })
  return () => {
    isOver = true
    forgetProof()
  }
}

export const forgetProof = () => sessionStorage.removeItem(KEY)

/** The address that this page proved before it was loaded again; a proof of another address than the given one is forgotten. */
export function keptAddress(email?: string): string | null {
  const kept = read()
  if (!kept || email === undefined || kept.email === plain(email)) return kept?.email ?? null
  forgetProof()
  return null
}

/** Who proved to read the mail before this page was loaded again; null when that is no longer so. */
export async function keptProof(): Promise<Proved | null> {
  const kept = read()
  if (!kept) return null
  const { memoryOnlyClient } = await loadBackend()
  const client = memoryOnlyClient()
  await unwrap(client.auth.setSession(kept))
  return provedBy(client)
}
