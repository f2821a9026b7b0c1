import { createClient } from '@supabase/supabase-js'
import { setTimeout as delay } from 'node:timers/promises'
import { withClient } from 'local-supabase/database.ts'
import { LIFE, type Market, type Trade } from './trade.ts'

const JOIN_MS = 30_000
/** The longest time that realtime-js needs to join again: the wait between two attempts, and one attempt. */
const CATCH_UP_MS = 20_000

/** Imitates a brand's screen: it follows orders by Realtime, and reads them again each time it has joined. */
export async function startWatch({ apiUrl, publishableKey, accounts }: Market) {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  const client = createClient(apiUrl, publishableKey, { auth })
  const { email = '', password = '' } = accounts.find(({ role }) => role === 'brand') ?? {}
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  const seen = new Map<string, string>()
  const since = new Date().toISOString()
  const over = new AbortController()

  /** Notes the state of an order, unless a later one is known: an answer may be older than a change by Realtime. */
  function note({ id, status }: { id: string; status: string }) {
    if (LIFE.indexOf(status) >= LIFE.indexOf(seen.get(id) ?? '')) seen.set(id, status)
  }
  async function read() {
    while (!over.signal.aborted) {
      const { data } = await client
        .from('pack_orders')
        .select('id, status')
        .gte('created_at', since)
      if (data) return data.forEach(note)
      await delay(500)
    }
  }
  const channel = client
    .channel('orders')
    .on<{ id: string; status: string }>(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'pack_orders' },
      (change) => change.eventType !== 'DELETE' && note(change.new),
    )
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Nobody could follow the orders.')), JOIN_MS)
    channel.subscribe((state) => {
      if (state !== 'SUBSCRIBED') return
      clearTimeout(timer)
      resolve()
      void read()
    })
  })

  return {
    /** Orders whose last move the screen does not show, after enough time to join again. */
    async unseen(databaseUrl: string, known: Trade['known']): Promise<string[]> {
      const ids = [...known.values()].map(({ id }) => id)
      for (const until = Date.now() + CATCH_UP_MS; ; await delay(500)) {
        const { rows } = await withClient(databaseUrl, (database) =>
          database.query<{ id: string; status: string }>(
            'select id, status from public.pack_orders where id = any ($1)',
            [ids],
          ),
        )
        const unseen = rows.filter(({ id, status }) => seen.get(id) !== status)
        if (unseen.length === 0 || Date.now() > until)
          return unseen.map(({ id, status }) => `not shown: ${id} is ${status}`)
      }
    },
    async stop() {
      over.abort()
      await client.removeAllChannels()
    },
  }
}
