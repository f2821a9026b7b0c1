// Simulated members: pairs of a brand and a creator who make the requests of the client's screens.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { withClient } from 'local-supabase/database.ts'
import { loadTokens } from 'local-supabase/tokens.ts'
import { paymentOf, purchaseOf, workOn, type Order } from '../../testing/samples.ts'
import type { Started } from './load-stack.ts'

export type Side = { id: string; user: string; token: string; column: 'brand_id' | 'kol_id' }
export type Pair = { brand: Side; creator: Side; conversation: string; pack: string }
/** Times a named step; a whole order has several steps. */
export type Timed = <T>(step: string, work: () => Promise<T>) => Promise<T>
export type Act = (pair: Pair, side: Side, timed: Timed) => Promise<unknown>

const PAIRS = `
  select * from (
    select distinct on (b.id) c.id as conversation, k.id as pack, b.id as brand, b.user_id as brand_user, m.id as creator, m.user_id as creator_user
    from public.conversations c
    join public.profiles b on b.id in (c.member_a, c.member_b) and b.role = 'brand'
    join public.profiles m on m.id in (c.member_a, c.member_b) and m.role = 'kol' and m.user_id is not null
    join public.packs k on k.kol_id = m.id and k.is_published
    order by b.id, c.id
  ) pairs order by md5(conversation::text)`

export async function pairsOf({ dbUrl }: Started, stateDir: string): Promise<Pair[]> {
  const { sign } = await loadTokens(stateDir)
  const side = async (id: string, user: string, column: Side['column']): Promise<Side> => {
    const claims = { sub: user, session_id: user, role: 'authenticated', aal: 'aal1' }
    return { id, user, column, token: await sign(claims, 3600) }
  }
  type Row = Record<
    'conversation' | 'pack' | 'brand' | 'brand_user' | 'creator' | 'creator_user',
    string
  >
  const { rows } = await withClient(dbUrl, (client) => client.query<Row>(PAIRS))
  return Promise.all(
    rows.map(async ({ conversation, pack, ...row }) => ({
      conversation,
      pack,
      brand: await side(row.brand, row.brand_user, 'brand_id'),
      creator: await side(row.creator, row.creator_user, 'kol_id'),
    })),
  )
}

type Ask = <T>(token: string, path: string, body?: object) => Promise<T>

function askOn({ publishableKey, secretKey }: Started, url: string): Ask {
  return async <T>(token: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/rest/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        apikey: token === secretKey ? secretKey : publishableKey,
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return (text ? JSON.parse(text) : null) as T
  }
}

const pathsOfOrder = (id: string) => [
  `rpc/order_page?order_id=${id}`,
  `messages?order_id=eq.${id}&order=created_at.desc&limit=20`,
  `rpc/money_moves?order_id=${id}`,
]

/** The acts of members on a stack. Reads use the replica, except those that follow a write of the same order. */
export function actsOn(stack: Started): Record<string, Act> {
  const primary = askOn(stack, stack.apiUrl)
  const replica = askOn(stack, stack.readUrl ?? stack.apiUrl)
  const ask: Ask = (...question) => (question[2] ? primary : replica)(...question)
  const together = ({ token }: Side, paths: string[], from = ask) =>
    Promise.all(paths.map((path) => from(token, path)))
  const orderPage = (side: Side, id: string, from = ask) => together(side, pathsOfOrder(id), from)
  return {
    search(_, side) {
      const filters = encodeURIComponent(JSON.stringify(some(FILTERS)))
      return together(side, [
        `rpc/search_creators?filters=${filters}&page_size=24`,
        `rpc/count_creators?filters=${filters}`,
      ])
    },
    'page of a creator': ({ creator: { id } }, side) =>
      together(side, [
        `members?id=eq.${id}`,
        `packs?kol_id=eq.${id}&is_published=eq.true&order=price_minor`,
        `rpc/creator_record?creator_id=${id}`,
        `reviews?subject_id=eq.${id}&order=created_at.desc&limit=10`,
      ]),
    'conversation, and its mark as read': ({ conversation }, { token }) =>
      Promise.all([
        ask(token, `messages?conversation_id=eq.${conversation}&order=created_at.desc&limit=50`),
        ask(token, 'rpc/mark_conversation_read', { conversation_id: conversation }),
      ]),
    message: ({ conversation, brand, creator }, side) =>
      ask(side.token, 'messages', {
        id: randomUUID(),
        conversation_id: conversation,
        sender_id: side.id,
        receiver_id: side === brand ? creator.id : brand.id,
        content: 'How is the campaign going? The draft is nearly there.',
      }),
    refresh: (_, side) =>
      together(side, [
        'rpc/unread_count',
        'rpc/inbox?page_size=30',
        'rpc/list_notifications',
        'rpc/my_orders?page_size=20',
        'rpc/search_creators?sort=newest&page_size=4',
      ]),
    async 'page of an order'(_, side) {
      const newest = `pack_orders?${side.column}=eq.${side.id}&order=created_at.desc&limit=1`
      const [order] = await ask<Order[]>(side.token, newest)
      return order && orderPage(side, order.id)
    },
    order: (pair, _, timed) =>
      wholeOrder(primary, stack.secretKey, (side, id) => orderPage(side, id, primary), pair, timed),
  }
}

type Look = (side: Side, id: string) => Promise<unknown>

/** Plays an order from placing to completion; each side loads the order's page after the other has acted. */
async function wholeOrder(
  ask: Ask,
  secretKey: string,
  look: Look,
  { brand, creator, pack }: Pair,
  timed: Timed,
) {
  const order = await timed('placing an order', () =>
    ask<Order>(brand.token, 'rpc/place_order', purchaseOf(pack)),
  )
  const { id } = order
  const steps = [
    ['paying', secretKey, 'record_payment', paymentOf(order), creator],
    ['accepting', creator.token, 'accept_order', { order_id: id }, brand],
    ['delivering', creator.token, 'deliver_order', workOn(id), brand],
    ['completing', brand.token, 'complete_order', { order_id: id }, creator],
  ] as const
  for (const [step, token, name, body, other] of steps) {
    await timed(step, () => ask(token, `rpc/${name}`, body))
    await timed('page of an order', () => look(other, id))
  }
}

const FILTERS = [
  {},
  { language: 'en' },
  { language: 'es', categories: ['defi'] },
  { platforms: ['x'] },
  { categories: ['defi'], maxPrice: 50_000 },
]

export const some = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T

/** Subscribes to the changes for a member, as the client does, and reports each change. */
export async function listen(
  { apiUrl, publishableKey }: Started,
  side: Side,
  onChange: () => void,
): Promise<SupabaseClient> {
  const client = createClient(apiUrl, publishableKey, { accessToken: async () => side.token })
  await client.realtime.setAuth()
  const role = side.column === 'kol_id' ? 'kol' : 'brand'
  const topic = `changes:${side.user}:member:${side.id}:${role}`
  const channel = client.channel(topic, { config: { private: true } })
  const bindings = [
    { table: 'profiles', event: 'UPDATE', filter: `id=eq.${side.id}` },
    { table: 'messages', event: '*', filter: `receiver_id=eq.${side.id}` },
    { table: 'pack_orders', event: '*', filter: `${side.column}=eq.${side.id}` },
    { table: 'notifications', event: '*', filter: `user_id=eq.${side.user}` },
  ]
  for (const binding of bindings)
    channel.on('postgres_changes' as never, { schema: 'public', ...binding } as never, onChange)
  const status = await new Promise<string>((resolve) => channel.subscribe(resolve))
  if (status === 'SUBSCRIBED') return client
  throw new Error(`${topic}: ${status}`)
}
