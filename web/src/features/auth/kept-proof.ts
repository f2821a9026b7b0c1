import { loadBackend, unwrap } from '@/lib/api/supabase.ts'
import { STORAGE_KEYS } from '@/lib/constants.ts'
import { provedMailboxOf, type ProvedMailbox } from './proof.ts'

// Keeps the session that a mailed link or code has opened in this tab for ten minutes. A link works only once, and a
// phone may unload the page while its user looks for the code of the second factor. The session gives access to the
// account, so it is deleted when the password is saved, the page is left, or somebody signs in or out. The entry of the
// browser history contains the proved address: a reload keeps that entry, and any other page has none.

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

/** Keeps the session until the returned function is called; a reload does not call it. */
export function keepProof({ client, email }: ProvedMailbox): () => void {
  let isOver = false
  void client.auth.getSession().then(({ data }) => {
    if (isOver || !data.session) return
    const { access_token, refresh_token } = data.session
    // A reload must not prolong the ten minutes.
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

/** The address that was proved before a reload. A kept proof of another address than the given one is deleted. */
export function keptAddress(email?: string): string | null {
  const kept = read()
  if (!kept || email === undefined || kept.email === plain(email)) return kept?.email ?? null
  forgetProof()
  return null
}

/** The kept session after a reload; null if there is none or it is no longer valid. */
export async function keptProof(): Promise<ProvedMailbox | null> {
  const kept = read()
  if (!kept) return null
  const { memoryOnlyClient } = await loadBackend()
  const client = memoryOnlyClient()
  await unwrap(client.auth.setSession(kept))
  return provedMailboxOf(client)
}
