import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  done,
  fund,
  must,
  newMember,
  newPack,
  placeOrder,
  recordPayment,
  sql,
  type Member,
} from './harness.ts'

// Each flood was once unlimited. Only what reaches the other side is counted.

type Answer = { error: { message: string } | null }

const times = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Ten at a time: more would measure how many connections the Data API has. */
async function inTens(count: number, act: (at: number) => PromiseLike<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let at = 0; at < count; at += 10) {
    answers.push(...(await Promise.all(times(10).map((next) => act(at + next)))))
  }
  return answers
}

/** The tokens of the refusals, each once. */
function refusals(answers: Answer[]): string[] {
  return [...new Set(answers.flatMap(({ error }) => (error ? [error.message] : [])))]
}

async function heardBy(member: Member): Promise<{ notifications: number; emails: number }> {
  const [row] = await sql<{ notifications: number; emails: number }>(
    `select
       (select count(*)::int from public.notifications where user_id = $1 and type <> 'profile_approved') as notifications,
       (select count(*)::int from private.email_outbox where profile_id = $2 and template <> 'profile_approved') as emails`,
    [member.userId, member.id],
  )
  if (!row) throw new Error('No counts.')
  return row
}

const draft = (brand: Member, filters: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  brand_id: brand.id,
  title: 'A launch',
  body: 'Tell people what it is.',
  budget_minor: 90_000,
  currency: 'USD',
  filters,
  deadline: new Date(Date.now() + 864e5).toISOString(),
})

async function publish(brand: Member, filters: Record<string, unknown>): Promise<Answer> {
  const campaign = must(
    await brand.client.from('campaigns').insert(draft(brand, filters)).select().single(),
  )
  return brand.client.rpc('publish_campaign', { campaign_id: campaign.id })
}

test('300 proposals of a settlement are ten notifications and at most two e-mails', async () => {
  const [creator, brand] = [await newMember('kol'), await newMember('brand')]
  const order = await placeOrder(brand, (await newPack(creator)).id)
  await fund(order)
  must(await creator.client.rpc('accept_order', { order_id: order.id }))
  must(await brand.client.rpc('open_dispute', { order_id: order.id, reason: 'Not agreed.' }))
  const before = await heardBy(creator)
  const answers = await inTens(300, (share) =>
    brand.client.rpc('propose_settlement', { order_id: order.id, creator_share_minor: share }),
  )
  expect(refusals(answers)).toEqual(['rate_limited'])
  const after = await heardBy(creator)
  expect(after.notifications - before.notifications).toBe(10)
  // The mail that waited when the dispute was opened, and the one that waits for the window.
  expect(after.emails - before.emails).toBeLessThanOrEqual(2)
})

test('100 applications and withdrawals are three notifications, and no more e-mails than those', async () => {
  const [creator, brand] = [await newMember('kol'), await newMember('brand')]
  const campaign = must(
    await brand.client
      .from('campaigns')
      .insert(draft(brand, { searchTerm: creator.name }))
      .select()
      .single(),
  )
  must(await brand.client.rpc('publish_campaign', { campaign_id: campaign.id }))
  const answers: Answer[] = []
  for (const _ of times(100)) {
    const sent = await creator.client.rpc('apply_to_campaign', {
      campaign_id: campaign.id,
      price_minor: 50_000,
    })
    answers.push(sent)
    if (sent.data) {
      answers.push(
        await creator.client.rpc('withdraw_application', { application_id: sent.data.id }),
      )
    }
  }
  expect(refusals(answers)).toEqual(['rate_limited'])
  const heard = await heardBy(brand)
  expect(heard.notifications).toBe(3)
  expect(heard.emails).toBeLessThanOrEqual(3)
})

test('50 campaigns of a brand that never paid are three', async () => {
  const [creator, brand] = [await newMember('kol'), await newMember('brand')]
  const answers = await inTens(50, () => publish(brand, { searchTerm: creator.name }))
  expect(answers.filter(({ error }) => !error)).toHaveLength(3)
  expect(refusals(answers).toSorted()).toEqual(['campaigns_need_payment'])
  const notified = async () => {
    const [row] = await sql<{ count: number }>(
      `select count(*)::int from public.notifications
       where type = 'campaign_match' and data ->> 'profile_id' = $1`,
      [brand.id],
    )
    return row?.count
  }
  await expect.poll(notified).toBe(3)
})

test('50 orders placed, paid and cancelled are few', async () => {
  const [creator, brand] = [await newMember('kol'), await newMember('brand')]
  const pack = await newPack(creator)
  const answers: Answer[] = []
  for (const _ of times(50)) {
    const placed = await brand.client.rpc('place_order', {
      pack_id: pack.id,
      brief: 'Never mind.',
      idempotency_key: randomUUID(),
    })
    answers.push(placed)
    if (!placed.data) continue
    done(await recordPayment(placed.data))
    answers.push(
      await brand.client.rpc('cancel_order', { order_id: placed.data.id, reason: 'Never mind.' }),
    )
  }
  expect(refusals(answers)).toEqual(['rate_limited'])
  const heard = await heardBy(creator)
  // Twenty orders in an hour, which may end on the way; five of a day are cancelled again.
  expect(heard.notifications).toBeLessThanOrEqual(45)
  expect(heard.emails).toBeLessThanOrEqual(20)
})

test('a member who waits for the window does again what was refused', async () => {
  const [creator, brand] = [await newMember('kol'), await newMember('brand')]
  const { data: conversation } = await brand.client.rpc('get_or_create_conversation', {
    other_profile_id: creator.id,
  })
  const say = () =>
    brand.client.from('messages').insert({
      id: randomUUID(),
      conversation_id: conversation,
      sender_id: brand.id,
      receiver_id: creator.id,
      content: 'Hello',
    })
  const answers: Answer[] = []
  for (const _ of times(61)) answers.push(await say())
  expect(refusals(answers)).toEqual(['rate_limited'])
  await sql(`delete from private.rate_limits where action = 'messages_to_one_per_minute'`)
  done(await say())
})
