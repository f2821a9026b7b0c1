import { beforeAll, expect, test } from 'vitest'
import {
  anonymous,
  done,
  expectNothing,
  expectRefused,
  must,
  newMember,
  newPack,
  placeOrder,
  staff,
  type Member,
} from './harness.ts'

let creator: Member
let other: Member
let brand: Member
let rival: Member

beforeAll(async () => {
  creator = await newMember('kol')
  other = await newMember('kol')
  brand = await newMember('brand')
  rival = await newMember('brand')
})

const profileOf = async (member: Member) =>
  must(await member.client.from('profiles').select().eq('id', member.id).single())

test('creators write their description, but not their trust', async () => {
  done(await creator.client.from('profiles').update({ bio: 'New words.' }).eq('id', creator.id))
  expect((await profileOf(creator)).bio).toBe('New words.')
  const before = await profileOf(creator)
  const forbidden = {
    is_approved: false,
    is_verified: true,
    rating: 5,
    review_count: 99,
    is_staff: true,
    invites_left: 20,
    referral_code: 'MINE',
    trust_level: 'trusted',
    completed_orders: 50,
    user_id: other.userId,
    suspended_at: null,
  }
  for (const [column, value] of Object.entries(forbidden)) {
    const answer = await creator.client
      .from('profiles')
      .update({ [column]: value })
      .eq('id', creator.id)
    expect(answer.error, column).not.toBeNull()
  }
  expect(await profileOf(creator)).toEqual(before)
})

test("another member's row cannot be changed, inserted or deleted", async () => {
  const before = await profileOf(other)
  expectNothing(
    await creator.client.from('profiles').update({ bio: 'Hacked.' }).eq('id', other.id).select(),
  )
  expect(
    (await creator.client.from('profiles').insert({ display_name: 'Twin' })).error,
  ).not.toBeNull()
  expect((await creator.client.from('profiles').delete().eq('id', other.id)).error).not.toBeNull()
  expect(
    (await creator.client.from('members').update({ rating: 5 }).eq('id', creator.id)).error,
  ).not.toBeNull()
  expect(await profileOf(other)).toEqual(before)
})

test('other members read the public columns only', async () => {
  const seen = must(await brand.client.from('members').select().eq('id', creator.id).single())
  expect(seen.display_name).toBe(creator.name)
  for (const secret of ['user_id', 'referral_code', 'invites_left', 'is_staff'])
    expect(seen).not.toHaveProperty(secret)
  expectNothing(await brand.client.from('profiles').select('referral_code').eq('id', creator.id))
  expectNothing(await brand.client.from('profiles').select('referral_code').eq('id', rival.id))
  expectNothing(await anonymous().from('members').select())
  expectNothing(await anonymous().from('profiles').select())
})

test('an unapproved creator is invisible and cannot trade', async () => {
  const waiting = await newMember('kol', { approved: false })
  expectNothing(await brand.client.from('members').select().eq('id', waiting.id))
  const pack = await newPack(waiting)
  expectNothing(await brand.client.from('packs').select().eq('id', pack.id))
  const order = { pack_id: pack.id, brief: '', idempotency_key: crypto.randomUUID() }
  expect((await brand.client.rpc('place_order', order)).error).not.toBeNull()
  expectRefused(
    await waiting.client.rpc('approve_profile', { profile_id: waiting.id }),
    'not_allowed',
    403,
  )
  expect(must(await waiting.client.rpc('can_buy_or_sell_own_gig'))).toBe(false)
})

test('the role is chosen once', async () => {
  await newPack(creator)
  expectRefused(
    await creator.client.from('profiles').update({ role: 'brand' }).eq('id', creator.id),
    'role_fixed',
    409,
  )
})

test('a brand reads no rows of another brand', async () => {
  const pack = await newPack(creator)
  const order = await placeOrder(brand, pack.id)
  const search = must(
    await brand.client
      .from('saved_searches')
      .insert({ profile_id: brand.id, name: 'Mine', filters: {} })
      .select()
      .single(),
  )
  const conversation = must(
    await brand.client.rpc('get_or_create_conversation', { other_profile_id: creator.id }),
  )
  done(
    await brand.client.from('messages').insert({
      conversation_id: conversation,
      sender_id: brand.id,
      receiver_id: creator.id,
      content: 'Secret.',
    }),
  )
  expect(
    must(await brand.client.from('messages').select().eq('conversation_id', conversation)),
  ).toHaveLength(1)

  for (const stranger of [rival.client, anonymous()]) {
    expectNothing(await stranger.from('pack_orders').select().eq('id', order.id))
    expectNothing(await stranger.from('order_events').select().eq('order_id', order.id))
    expectNothing(await stranger.from('saved_searches').select().eq('id', search.id))
    expectNothing(await stranger.from('conversations').select().eq('id', conversation))
    expectNothing(
      await stranger.from('conversation_participants').select().eq('conversation_id', conversation),
    )
    expectNothing(await stranger.from('messages').select().eq('conversation_id', conversation))
    expectNothing(await stranger.from('notifications').select().eq('user_id', brand.userId))
    expectNothing(
      await stranger.from('saved_searches').update({ name: 'Theirs' }).eq('id', search.id).select(),
    )
    expectNothing(await stranger.from('saved_searches').delete().eq('id', search.id).select())
  }
  const foreign = { profile_id: brand.id, name: 'Planted', filters: {} }
  expect((await rival.client.from('saved_searches').insert(foreign)).error).not.toBeNull()
  for (const column of ['balances', 'ledger_lines', 'payouts']) {
    const rows = must(await rival.client.from(column).select())
    expect(rows).toEqual([])
  }
})

test('functions for staff reject other members', async () => {
  const calls: [string, Record<string, unknown>][] = [
    ['approve_profile', { profile_id: other.id }],
    ['verify_profile', { profile_id: other.id, shown_hash: 'any' }],
    ['suspend_profile', { profile_id: other.id, with_invitees: true }],
    ['create_invite', { max_uses: 100 }],
    ['resolve_dispute', { order_id: crypto.randomUUID(), creator_share_minor: 0, note: 'x' }],
  ]
  for (const [name, args] of calls)
    expectRefused(await brand.client.rpc(name, args), 'not_allowed', 403)
  expectNothing(await brand.client.from('staff_audit').select())
  expectNothing(await brand.client.from('invites').select())
  const machine: [string, Record<string, unknown>][] = [
    ['run_due_work', {}],
    ['claim_emails', { batch: 1 }],
    [
      'record_payment',
      {
        provider: 'sandbox',
        provider_ref: 'x',
        order_id: crypto.randomUUID(),
        amount_minor: 1,
        currency: 'USD',
      },
    ],
  ]
  for (const [name, args] of machine) {
    for (const client of [brand.client, (await staff()).client, anonymous()]) {
      expect((await client.rpc(name, args)).error, name).not.toBeNull()
    }
  }
})

test('a suspended member reads why and until when, and appeals once', async () => {
  const member = await newMember('kol')
  const desk = await staff()
  const reason = { category: 'spam', note: 'The same message to forty brands.' }
  expectRefused(
    await desk.client.rpc('suspend_profile', { profile_id: member.id, category: 'spam' }),
    'reason_required',
    422,
  )
  expect(must(await desk.client.rpc('suspend_profile', { profile_id: member.id, ...reason }))).toBe(
    1,
  )
  const mine = must(await member.client.from('suspensions').select().single())
  expect(mine).toMatchObject({ ...reason, suspended_by: desk.id, appeal: null, ended_at: null })
  expect(Date.parse(mine.ends_at) - Date.parse(mine.created_at)).toBe(7 * 86_400_000)
  expectNothing(await other.client.from('suspensions').select())
  expectRefused(
    await member.client.from('suspensions').update({ note: 'None.' }).eq('id', mine.id).select(),
    /denied/,
    403,
  )

  const appealed = must(await member.client.rpc('appeal_suspension', { reason: 'They asked me.' }))
  expect(appealed).toMatchObject({ appeal: 'They asked me.', due_at: expect.any(String) })
  expectRefused(
    await member.client.rpc('appeal_suspension', { reason: 'Please.' }),
    'suspension_appealed',
    409,
  )
  const decision = { profile_id: member.id, upheld: true, note: 'Forty.' }
  expectRefused(
    await desk.client.rpc('decide_suspension_appeal', decision),
    'suspension_own_decision',
    409,
  )
  expectRefused(await other.client.rpc('decide_suspension_appeal', decision), 'not_allowed', 403)
})
