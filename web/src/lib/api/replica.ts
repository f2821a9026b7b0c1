import { REPLICA_LAG_MS, STORAGE_KEYS } from '../constants.ts'
import { env } from '../env.ts'
import { addressOf, fetchOnce, type Fetch } from './fetch.ts'

// Sends reads of tables and functions to replicas, which are behind the primary. A change that this browser made, or that
// Realtime reported, is never missing from later reads: each read states the position that the replica must have reached, and
// the primary answers while that position is unknown.

/** The last change that this browser knows of, shared by all its tabs and kept over a reload. */
interface Change {
  at: number
  /** The position of the database that includes the change; null until the primary has reported it. */
  position: string | null
}

/** The last change of this tab, if the browser's storage is full or not allowed. */
let own: Change | null = null

function stored(): Change | null {
  let shared: Change | null = null
  try {
    shared = JSON.parse(localStorage.getItem(STORAGE_KEYS.change) ?? 'null') as Change | null
  } catch {
    // Storage is not allowed, or the entry is not one of our changes.
  }
  return (own?.at ?? 0) > (shared?.at ?? 0) ? own : shared
}

function store(change: Change): void {
  try {
    localStorage.setItem(STORAGE_KEYS.change, JSON.stringify(change))
  } catch {
    // A write that was already sent must not fail because of the storage.
    own = change
  }
}

/** Notes that the database has changed, and that replicas may not have the change yet. */
export function noteChange(): void {
  store({ at: Math.max(Date.now(), (stored()?.at ?? 0) + 1), position: null })
}

/** Notes a change when the payment provider redirects back (`result` in the address), because the payment was not our own request. */
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
  // If there was another change meanwhile, this position is too early for it.
  if (stored()?.at === at) store({ at, position })
}

/** Sends reads of the Data API to a replica, or to the primary (`send`) if the replica has no answer. Notes a change for every write. */
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

// The provider's redirect loads the page again.
if (env.readUrl && typeof location !== 'undefined') noteReturn(location.search)
