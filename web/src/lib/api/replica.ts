import { REPLICA_LAG_MS, STORAGE_KEYS } from '../constants.ts'
import { env } from '../env.ts'
import { addressOf, fetchOnce, type Fetch } from './fetch.ts'

// Reads of tables and functions go to replicas, which lag behind. A change that this browser made, or that
// Realtime reported, is never missing from its next reads: each names the position that a replica must have replayed, and the
// primary answers until that position is known.

/** The last change that this browser knows of: shared by its tabs, and kept over a reload. */
interface Change {
  at: number
  /** How far a replica that has it has come; null until the primary has said so. */
  position: string | null
}

/** The last change of this tab, where the browser keeps nothing: it is full, or forbids it. */
let own: Change | null = null

function stored(): Change | null {
  let shared: Change | null = null
  try {
    shared = JSON.parse(localStorage.getItem(STORAGE_KEYS.change) ?? 'null') as Change | null
  } catch {
    // Forbidden, or no change of ours.
  }
  return (own?.at ?? 0) > (shared?.at ?? 0) ? own : shared
}

function store(change: Change): void {
  try {
    localStorage.setItem(STORAGE_KEYS.change, JSON.stringify(change))
  } catch {
    // A write that has been sent does not fail because of it.
    own = change
  }
}

/** Says that the database has something that replicas may not have yet. */
export function noteChange(): void {
  store({ at: Math.max(Date.now(), (stored()?.at ?? 0) + 1), position: null })
}

/** Notes a change for a page that the payment provider leads back to, with `result` in its address: no request of ours made it. */
export function noteReturn(search: string): void {
  if (new URLSearchParams(search).has('result')) noteChange()
}

let asked = 0

async function askPosition({ at }: Change, from: Headers): Promise<void> {
  if (asked === at) return
  asked = at
  const headers = ['apikey', 'authorization'].map((name): [string, string] => [
    name,
    from.get(name) ?? '',
  ])
  const response = await fetchOnce(`${env.supabaseUrl}/rest/v1/rpc/written_position`, { headers })
  const position = response.ok ? ((await response.json()) as string) : null
  // A change since then has a later position.
  if (stored()?.at === at) store({ at, position })
}

/** Sends reads of the Data API to a replica, and to the primary (by `send`) what no replica answers. Notes what is written. */
export const withReplica =
  (send: Fetch): Fetch =>
  async (input, init) => {
    if ((init?.method ?? 'GET') !== 'GET' && init?.method !== 'HEAD')
      return send(input, init).finally(noteChange)
    const address = addressOf(input)
    if (!env.readUrl || !address.startsWith(`${env.supabaseUrl}/rest/v1/`)) return send(input, init)
    const headers = new Headers(init?.headers)
    const change = stored()
    if (change && Date.now() - change.at < REPLICA_LAG_MS) {
      if (!change.position) {
        void askPosition(change, headers).catch(() => {})
        return send(input, init)
      }
      headers.set('x-written-position', change.position)
    }
    const replica = address.replace(env.supabaseUrl, env.readUrl)
    const response = await fetchOnce(replica, { ...init, headers }).catch(() => null)
    init?.signal?.throwIfAborted()
    return response?.ok ? response : send(input, init)
  }

// The provider leads back by a new load of the page.
if (env.readUrl && typeof location !== 'undefined') noteReturn(location.search)
