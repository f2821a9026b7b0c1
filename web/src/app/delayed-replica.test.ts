import { QueryClient } from '@tanstack/react-query'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  done,
  must,
  newMember,
  newPack,
  payByCard,
  stack,
  statusOf,
  type Member,
} from '../../../supabase/tests/api/harness.ts'

// Runs the client's own modules as in a build with VITE_SUPABASE_READ_URL. They must find each change of their own at
// once, although the replica is late. `npm run test:cluster -- delayed` starts the replica and the address.

const DELAY_MS = Number(process.env['KOLPACT_DELAY_MS'])
const READS = process.env['KOLPACT_READ_URL'] ?? ''
const EVERY_MS = 300
const PATIENCE_MS = DELAY_MS + 10_000

vi.stubEnv('VITE_SUPABASE_URL', stack.apiUrl)
vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', stack.publishableKey)
vi.stubEnv('VITE_SUPABASE_READ_URL', READS)

const load = async () => ({
  ...(await import('@/lib/api/supabase.ts')),
  ...(await import('@/lib/api/replica.ts')),
  ...(await import('@/lib/constants.ts')),
  ...(await import('@/domain/orders/order-query.ts')),
  ...(await import('@/features/orders/queries.ts')),
  ...(await import('@/features/packs/queries.ts')),
  ...(await import('@/features/messages/queries.ts')),
  ...(await import('@/features/saved-searches/queries.ts')),
})
let client: Awaited<ReturnType<typeof load>>
let brand: Member
let creator: Member
let pack: { id: string; terms_hash: string; price_minor: number }
/** The browser storage of the member who acts now. */
let kept = new Map<string, string>()
/** How often the replica answered with each status during a test. */
let answers: Record<number, number> = {}

beforeAll(async () => {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('localStorage', storage)
  const send = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const answer = await send(input, init)
    const address = input instanceof Request ? input.url : input.toString()
    if (address.startsWith(READS)) answers[answer.status] = (answers[answer.status] ?? 0) + 1
    return answer
  })
  client = await load()
  brand = await newMember('brand')
  creator = await newMember('kol')
  pack = await newPack(creator)
  await sleep(DELAY_MS + 1000) // until the replica has both members
}, 60_000)
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  answers = {}
})

const browsers = new Map<string, Map<string, string>>()
/** Switches the client to the browser of this member. */
function as({ id, userId, email, token }: Member) {
  kept = browsers.get(id) ?? new Map()
  browsers.set(id, kept)
  const expires_at = Math.floor(Date.now() / 1000) + 3600
  const session = {
    access_token: token,
    refresh_token: '',
    expires_at,
    user: { id: userId, email },
  }
  kept.set(client.STORAGE_KEYS.auth, JSON.stringify(session))
}

/** Runs a query with an empty cache, as a newly opened screen does. */
const ask = <T>(query: { queryKey: readonly unknown[] }) =>
  ('initialPageParam' in query
    ? new QueryClient().fetchInfiniteQuery({ ...query, retry: false } as never)
    : new QueryClient().fetchQuery({ ...query, retry: false } as never)) as Promise<T>

/** Runs a query as a browser that does not know of the change. */
async function unknowing<T>(read: () => Promise<T>): Promise<T> {
  const known = kept
  kept = new Map([...known].filter(([key]) => key !== client.STORAGE_KEYS.change))
  return read().finally(() => (kept = known))
}

/** Repeats a read after a change until the replica answers it. No answer may be older than the change. */
async function expectNeverOlder<T>(read: () => Promise<T>, now: T) {
  expect(await read()).toEqual(now)
  await vi.waitFor(() => expect(kept.get(client.STORAGE_KEYS.change)).toContain('/')) // the position of the change is known
  expect(await unknowing(read)).not.toEqual(now)
  answers = {}
  for (const until = Date.now() + PATIENCE_MS; !answers[200]; await sleep(EVERY_MS)) {
    expect(await read()).toEqual(now)
    expect(Date.now()).toBeLessThan(until)
  }
  // The replica refused reads while it did not have the change.
  expect(answers[503]).toBeGreaterThan(0)
}

const statusIn = async (id: string) =>
  (await ask<{ status: string } | null>(client.orderQuery(id)))?.status
const listed = async () => {
  const list = await ask<{ pages: { rows: { id: string; status: string }[] }[] }>(
    client.ordersQuery('brand', brand.id, 'all'),
  )
  return list.pages.flatMap(({ rows }) => rows.map(({ id, status }) => [id, status]))
}

async function place(): Promise<string> {
  as(brand)
  const { id } = must(
    await client.supabase.rpc('place_order', {
      pack_id: pack.id,
      brief: 'Be kind.',
      idempotency_key: randomUUID(),
    } as never),
  ) as unknown as { id: string }
  return id
}

let order = ''

test('an order that was just placed is in the list of orders', { timeout: 60_000 }, async () => {
  order = await place()
  await expectNeverOlder(listed, [[order, 'pending_payment']])
})

test(
  'a brand that returns from the pay page sees the order as paid',
  { timeout: 60_000 },
  async () => {
    as(brand)
    const { backend } = await client.loadBackend()
    const { url } = must(
      await backend.functions.invoke<{ url: string }>('checkout', { body: { order_id: order } }),
    )
    await sleep(DELAY_MS + 1000) // until the replica has the checkout
    expect((await payByCard(url)).status).toBeLessThan(400)
    await expect.poll(() => statusOf(brand, order), { timeout: 10_000 }).toBe('funded')
    client.noteReturn('?result=paid')
    await expectNeverOlder(() => statusIn(order), 'funded')
  },
)

test(
  'a sent message is in its conversation at once, and a message that was read is no longer counted as unread',
  { timeout: 60_000 },
  async () => {
    as(brand)
    const conversation = must(
      await client.supabase.rpc('get_or_create_conversation', { other_profile_id: creator.id }),
    )
    const id = randomUUID()
    done(
      await client.supabase.from('messages').insert({
        id,
        conversation_id: conversation,
        sender_id: brand.id,
        receiver_id: creator.id,
        content: 'Hello!',
      }),
    )
    const thread = async () =>
      (await ask<{ pages: { id: string }[][] }>(client.threadQuery(conversation))).pages
        .flat()
        .map((message) => message.id)
    await expectNeverOlder(thread, [id])
    as(creator)
    const unread = async () => must(await client.read('unread_count'))
    expect(await unread()).toBe(1)
    done(await client.supabase.rpc('mark_conversation_read', { conversation_id: conversation }))
    await expectNeverOlder(unread, 0)
  },
)

test(
  'a creator who has changed the price of a pack reads the new price',
  { timeout: 60_000 },
  async () => {
    as(creator)
    const prices = async () =>
      (await ask<{ price_minor: number }[]>(client.ownPacksQuery(creator.id))).map(
        ({ price_minor }) => price_minor,
      )
    expect(await prices()).toEqual([pack.price_minor])
    done(await client.supabase.from('packs').update({ price_minor: 31_000 }).eq('id', pack.id))
    await expectNeverOlder(prices, [31_000])
  },
)

test(
  'a saved search is in the list as soon as it is added, with its new name after a change, and not after a deletion',
  { timeout: 90_000 },
  async () => {
    as(brand)
    const id = randomUUID()
    const names = async () =>
      (await ask<{ name: string }[]>(client.savedSearchesQuery())).map(({ name }) => name)
    const searches = () => client.supabase.from('saved_searches')
    done(await searches().insert({ id, profile_id: brand.id, name: 'One', filters: {} }))
    await expectNeverOlder(names, ['One'])
    done(await searches().update({ name: 'Another' }).eq('id', id))
    await expectNeverOlder(names, ['Another'])
    done(await searches().delete().eq('id', id))
    await expectNeverOlder(names, [])
  },
)
