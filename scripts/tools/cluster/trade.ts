import { createClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { withClient } from 'local-supabase/database.ts'
import type { Kolpact } from '../../local/start-kolpact.ts'
import { paymentOf, workOn, type Order } from '../testing/samples.ts'

const TRADERS = 3
/** The timeout of a request, equal to that of the client. */
const ATTEMPT_MS = 10_000
const AGAIN_MS = 100
/** The pause of a member between acts. Without it, three members would keep both cores busy. */
const LOOK_MS = 200

export type Market = Pick<Kolpact, 'apiUrl' | 'publishableKey' | 'secretKey' | 'accounts'>

/** Members who trade until stopped, and repeat each request with the same key until it is answered. */
export type Trade = {
  /** The times at which acts were acknowledged. */
  answered: number[]
  /** The last acknowledged state of each order, by the order's brief. */
  known: Map<string, { id: string; status: string }>
  /** Refusals of valid requests, except those because the database is not available. */
  refusals: string[]
  stop(): Promise<void>
}

export async function startTrade(market: Market): Promise<Trade> {
  const { brand, creator, pack } = await signInBoth(market)
  const trade = { answered: [] as number[], known: new Map(), refusals: [] as string[] }
  const over = new AbortController()

  /** Calls a function until it is answered; null if it was refused or the trade was stopped. */
  async function act(token: string, name: string, body: object): Promise<Order | null> {
    while (!over.signal.aborted) {
      const answer = await post(market, token, name, body)
      if (answer?.ok) {
        trade.answered.push(performance.now())
        await delay(LOOK_MS)
        return JSON.parse(answer.text) as Order
      }
      // As in the client, a 5xx, a missing answer and the answer of a server that became a replica are repeated.
      const said = answer && answer.status < 500 ? answer.text : ''
      if (said && !said.includes('"25006"')) {
        trade.refusals.push(`${name}: ${answer?.status} ${said}`)
        return null
      }
      await delay(AGAIN_MS)
    }
    return null
  }

  async function tradeOnce() {
    const brief = randomUUID()
    const order = await act(brand, 'place_order', { pack_id: pack, brief, idempotency_key: brief })
    if (!order) return
    const id = order.id
    const steps: [string, string, string, object][] = [
      ['funded', market.secretKey, 'record_payment', paymentOf(order, `cluster_${id}`)],
      ['in_progress', creator, 'accept_order', { order_id: id }],
      ['delivered', creator, 'deliver_order', workOn(id)],
      ['completed', brand, 'complete_order', { order_id: id }],
    ]
    trade.known.set(brief, { id, status: 'pending_payment' })
    for (const [status, token, name, body] of steps) {
      if (!(await act(token, name, body))) return
      trade.known.set(brief, { id, status })
    }
  }

  const loops = Array.from({ length: TRADERS }, async () => {
    while (!over.signal.aborted) await tradeOnce()
  })
  return {
    ...trade,
    async stop() {
      over.abort()
      await Promise.all(loops)
    },
  }
}

/** Sends a request; null if no complete answer came in time, or the connection broke. */
async function post(
  { apiUrl, publishableKey, secretKey }: Market,
  token: string,
  name: string,
  body: object,
) {
  const apikey = token === secretKey ? secretKey : publishableKey
  try {
    const answer = await fetch(`${apiUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ATTEMPT_MS),
    })
    return { ok: answer.ok, status: answer.status, text: await answer.text() }
  } catch {
    return null
  }
}

/** Signs the demo brand and creator in; returns their tokens and a pack of the creator. */
async function signInBoth({ apiUrl, publishableKey, accounts }: Market) {
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
  const client = createClient(apiUrl, publishableKey, { auth })
  const signIn = async (role: string) => {
    const { email = '', password = '' } = accounts.find((one) => one.role === role) ?? {}
    const { data, error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    return { token: data.session.access_token, userId: data.user.id }
  }
  const brand = await signIn('brand')
  const creator = await signIn('kol')
  const packs = await client
    .from('packs')
    .select('id, kol:profiles!packs_kol_id_fkey!inner(user_id)')
    .eq('kol.user_id', creator.userId)
    .eq('is_published', true)
    .limit(1)
    .single()
  if (packs.error) throw packs.error
  return { brand: brand.token, creator: creator.token, pack: packs.data.id as string }
}

/** The states of an order without problems, in sequence. */
export const LIFE = ['pending_payment', 'funded', 'in_progress', 'delivered', 'completed']

/** Lists acknowledged writes and orders that are lost or there twice, and faults of the ledger; must be empty. */
export async function faultsOf(
  databaseUrl: string,
  known: Trade['known'],
  writes: { id: number }[],
): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const ask = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await client.query<Row>(text, values)).rows
    const held = await ask<{ id: string; brief: string; status: string }>(
      'select id, brief, status from public.pack_orders where brief = any ($1)',
      [[...known.keys()]],
    )
    const at = new Map(held.map(({ id, status }) => [id, LIFE.indexOf(status)]))
    const lost = [...known].filter(
      ([, { id, status }]) => (at.get(id) ?? -1) < LIFE.indexOf(status),
    )
    const kept = new Set(
      (await ask<{ id: string }>('select id from probe.writes')).map(({ id }) => Number(id)),
    )
    const doubled = await ask(DOUBLED, [[...known.keys()]])
    const ledger = await ask('select * from private.ledger_faults()')
    return [
      ...writes.filter(({ id }) => !kept.has(id)).map(({ id }) => `lost: write ${id}`),
      ...lost.map(([, { id, status }]) => `lost: ${id} was ${status}`),
      ...[...doubled, ...ledger].map((row) => JSON.stringify(row)),
    ]
  })
}

const DOUBLED = `
  select 'order' as twice, brief as of from public.pack_orders where brief = any ($1) group by brief having count(*) > 1
  union all
  select 'move', e.order_id || ' ' || e.to_status from public.order_events e
  join public.pack_orders o on o.id = e.order_id
  where e.kind = 'move' and o.brief = any ($1) group by e.order_id, e.to_status having count(*) > 1
  union all
  select 'delivery', d.order_id::text from public.order_deliveries d
  join public.pack_orders o on o.id = d.order_id where o.brief = any ($1) group by d.order_id having count(*) > 1
  union all
  select 'payment', p.order_id::text from public.payments p
  join public.pack_orders o on o.id = p.order_id where o.brief = any ($1) group by p.order_id having count(*) > 1`
