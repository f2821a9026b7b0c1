// 500 members at a project's limit of 100 events a second. Realtime drops the rest without an
// error: notifications for thousands are written in steps below the limit, and a lost one is found
// when the client loads the list.
import type { SupabaseClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  done,
  fund,
  must,
  newMember,
  newPack,
  placeOrder,
  sql,
  staff,
  type Member,
} from '../api/harness.ts'

const MEMBERS = 500
const EVENTS_PER_SECOND = 100
/** At 20 notices a second 500 take 25 seconds; a busy machine may take several times as long. */
const WAVE_MS = 180_000

type Notice = { data: { campaign_id?: string } }
type Listener = { userId: string; client: SupabaseClient; heard: string[] }

let listeners: Listener[] = []
let brand: Member

beforeAll(async () => {
  brand = await payingBrand()
  const judge = await staff()
  const members = await inTens(MEMBERS, async () => {
    const member = await newMember('kol', { approved: false })
    done(await judge.client.rpc('approve_profile', { profile_id: member.id }))
    return member
  })
  listeners = members.map(({ userId, client }) => ({ userId, client, heard: [] }))
  await quiet()
  for (const listener of listeners) await listen(listener)
}, 900_000)

afterAll(() => Promise.all(listeners.map(({ client }) => client.realtime.disconnect())))

test('a campaign that concerns 500 creators reaches each of them live', async () => {
  const campaign = must(
    await brand.client
      .from('campaigns')
      .insert({
        id: randomUUID(),
        brand_id: brand.id,
        title: 'A launch',
        body: 'Tell people what it is.',
        budget_minor: 90_000,
        currency: 'USD',
        filters: { platforms: ['x'] },
        deadline: new Date(Date.now() + 864e5).toISOString(),
      })
      .select()
      .single(),
  )
  done(await brand.client.rpc('publish_campaign', { campaign_id: campaign.id }))
  await eventually(async () => (await stored(campaign.id)) === MEMBERS)
  await expect.poll(() => missed(campaign.id), { timeout: WAVE_MS }).toEqual([])
}, 300_000)

test('notifications above the limit are lost live, and are in the list when it is loaded', async () => {
  const burst = randomUUID()
  await sql(
    `insert into public.notifications (user_id, event, data)
     select user_id, 'campaign_matched', jsonb_build_object('campaign_id', $2::text)
     from unnest($1::uuid[]) as user_id`,
    [listeners.map(({ userId }) => userId), burst],
  )
  const received = () => MEMBERS - missed(burst).length
  await eventually(async () => received() > 0)
  await delay(2000)
  expect(received()).toBeLessThanOrEqual(2 * EVENTS_PER_SECOND)
  // Loads ten lists at a time, because more would measure how many connections the Data API has.
  const waiting = [...listeners]
  const counts = await inTens(MEMBERS, async () => {
    const asked = waiting.pop()?.client.from('notifications')
    return (await asked?.select('id').eq('data->>campaign_id', burst))?.data?.length
  })
  expect(counts).toEqual(listeners.map(() => 1))
}, 300_000)

/** Listens to notices as the client does (web/src/lib/api/realtime.ts). */
async function listen({ client, userId, heard }: Listener): Promise<void> {
  const channel = client
    .channel(`changes:${userId}:member`, { config: { private: true } })
    .on(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', table: 'notifications', filter: `user_id=eq.${userId}` },
      ({ new: row }) => heard.push((row as Notice).data.campaign_id ?? ''),
    )
  const status = await new Promise<string>((resolve) => {
    channel.subscribe((said) => resolve(said))
  })
  expect(status).toBe('SUBSCRIBED')
}

const missed = (campaignId: string) =>
  listeners.filter(({ heard }) => !heard.includes(campaignId)).map(({ userId }) => userId)

/** Makes a brand that has paid, because campaigns of other brands reach a hundred creators at most. */
async function payingBrand(): Promise<Member> {
  const member = await newMember('brand')
  const creator = await newMember('kol')
  const order = await placeOrder(member, (await newPack(creator)).id)
  await fund(order)
  done(await creator.client.rpc('accept_order', { order_id: order.id }))
  return member
}

async function stored(campaignId: string): Promise<number> {
  const [row] = await sql<{ count: number }>(
    `select count(*)::int from public.notifications
     where data ->> 'campaign_id' = $1 and user_id = any ($2)`,
    [campaignId, listeners.map(({ userId }) => userId)],
  )
  return row?.count ?? 0
}

/** Waits until the new creators have been matched with the searches that waited for them. */
async function quiet(): Promise<void> {
  await eventually(async () => {
    const [row] = await sql<{ waiting: number }>(
      `select ((select count(*) from private.match_queue)
        + (select count(*) from private.campaign_queue))::int as waiting`,
    )
    return row?.waiting === 0
  })
}

async function inTens<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = []
  while (made.length < count) {
    made.push(...(await Promise.all(Array.from({ length: 10 }, make))))
  }
  return made
}

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + WAVE_MS
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('It took too long.')
    await delay(250)
  }
}
