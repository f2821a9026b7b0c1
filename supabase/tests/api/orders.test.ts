import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  balanceOf,
  bearer,
  callFunction,
  done,
  expectRefused,
  expectSoundLedger,
  fund,
  must,
  newMember,
  newPack,
  placeOrder,
  recordPayment,
  service,
  statusOf,
  type Member,
} from './harness.ts'

let creator: Member
let brand: Member
let rival: Member
let packId: string

beforeAll(async () => {
  creator = await newMember('kol')
  brand = await newMember('brand')
  rival = await newMember('brand')
  packId = (await newPack(creator)).id
})

const place = async (member: Member, id = packId) =>
  member.client.rpc('place_order', { pack_id: id, brief: '', idempotency_key: randomUUID() })

test('members cannot buy their own pack, and creators cannot buy', async () => {
  expectRefused(await place(creator), 'own_pack', 409)
  const other = await newMember('kol')
  expectRefused(await place(other), 'not_allowed', 403)
  const draft = await newPack(creator, { is_published: false })
  expect((await place(brand, draft.id)).error).not.toBeNull()
})

test('the status of an order cannot be written', async () => {
  const order = await placeOrder(brand, packId)
  for (const client of [brand.client, creator.client, service()]) {
    const answer = await client
      .from('pack_orders')
      .update({ status: 'completed' })
      .eq('id', order.id)
    expect(answer.error).not.toBeNull()
  }
  const forged = {
    pack_id: packId,
    brand_id: brand.id,
    kol_id: creator.id,
    status: 'funded',
    price_minor: 1,
    currency: 'USD',
  }
  expect((await brand.client.from('pack_orders').insert(forged)).error).not.toBeNull()
  expect(await statusOf(brand, order.id)).toBe('pending_payment')
})

test('an order is paid once; the second payment waits for staff', async () => {
  const order = await placeOrder(brand, packId)
  const escrow = await balanceOf(brand, 'escrow')
  const [first, second] = await Promise.all([recordPayment(order), recordPayment(order)])
  const states = [must(first).status, must(second).status].toSorted()
  expect(states).toEqual(['received', 'suspense'])
  expect(await balanceOf(brand, 'escrow')).toBe(escrow + order.price_minor)
  expect(await callFunction('checkout', { order_id: order.id }, bearer(brand))).toEqual({
    status: 409,
    json: { error: 'order_not_payable' },
  })
  expectRefused(
    await brand.client.rpc('pay_from_wallet', { order_id: order.id }),
    'order_not_payable',
    409,
  )
  await expectSoundLedger()
})

test('paying less, more or in another currency funds no order and loses no money', async () => {
  const order = await placeOrder(brand, packId)
  for (const wrong of [{ amount_minor: 24_999 }, { amount_minor: 25_001 }, { currency: 'USDC' }]) {
    const payment = must(await recordPayment(order, wrong))
    expect(payment.status).toBe('suspense')
  }
  expect(await statusOf(brand, order.id)).toBe('pending_payment')
  await expectSoundLedger()
})

test('only the brand completes delivered work, once', async () => {
  const order = await placeOrder(brand, packId)
  const complete = (member: Member) => member.client.rpc('complete_order', { order_id: order.id })
  expectRefused(await complete(brand), 'order_not_delivered', 409)
  await fund(order)
  expectRefused(await complete(brand), 'order_not_delivered', 409)
  must(await creator.client.rpc('accept_order', { order_id: order.id }))
  expectRefused(await complete(brand), 'order_not_delivered', 409)
  const empty = { order_id: order.id, note: 'Done.', links: [] }
  expectRefused(await creator.client.rpc('deliver_order', empty), 'delivery_incomplete', 422)
  must(await creator.client.rpc('deliver_order', { ...empty, links: ['https://example.com/1'] }))
  expectRefused(await complete(creator), 'not_allowed', 403)
  expectRefused(await complete(rival), 'not_allowed', 403)
  const pending = await balanceOf(creator, 'pending')
  // A retry, and a double click, are one completion.
  const answers = await Promise.all([complete(brand), complete(brand), complete(brand)])
  for (const answer of answers) expect(must(answer).status).toBe('completed')
  expect(await balanceOf(creator, 'pending')).toBe(pending + 22_500)
  expectRefused(
    await brand.client.rpc('cancel_order', { order_id: order.id, reason: 'late' }),
    'order_not_cancellable',
    409,
  )
  await expectSoundLedger()
})

test('each side can request only its own moves', async () => {
  const order = await placeOrder(brand, packId)
  await fund(order)
  const id = { order_id: order.id }
  for (const stranger of [brand, rival]) {
    expectRefused(await stranger.client.rpc('accept_order', id), 'not_allowed', 403)
    expectRefused(
      await stranger.client.rpc('decline_order', { ...id, reason: 'no' }),
      'not_allowed',
      403,
    )
  }
  expectRefused(await rival.client.rpc('cancel_order', { ...id, reason: 'no' }), 'not_allowed', 403)
  expectRefused(await rival.client.rpc('open_dispute', { ...id, reason: 'no' }), 'not_allowed', 403)
  const wallet = await balanceOf(brand, 'wallet')
  must(await creator.client.rpc('decline_order', { ...id, reason: 'Booked.' }))
  expect(await balanceOf(brand, 'wallet')).toBe(wallet + order.price_minor)
  expectRefused(await creator.client.rpc('accept_order', id), 'order_not_funded', 409)
})

test('wallet money pays the next order', async () => {
  const payer = await newMember('brand')
  const order = await placeOrder(payer, packId)
  await fund(order)
  must(await payer.client.rpc('cancel_order', { order_id: order.id, reason: 'Changed plans.' }))
  const next = await placeOrder(payer, packId)
  must(await payer.client.rpc('pay_from_wallet', { order_id: next.id }))
  expect(await statusOf(payer, next.id)).toBe('funded')
  const third = await placeOrder(payer, packId)
  expectRefused(
    await payer.client.rpc('pay_from_wallet', { order_id: third.id }),
    'insufficient_funds',
    409,
  )
})

test('an order keeps the price at which it was placed', async () => {
  const pack = await newPack(creator)
  const order = await placeOrder(brand, pack.id)
  done(await creator.client.from('packs').update({ price_minor: 99_000 }).eq('id', pack.id))
  const kept = must(await brand.client.from('pack_orders').select().eq('id', order.id).single())
  expect(Number(kept.price_minor)).toBe(25_000)
})

test('a refusal of changed terms shows both versions to the client', async () => {
  const pack = await newPack(creator)
  const { data: changed } = await creator.client
    .from('packs')
    .update({ price_minor: 99_000 })
    .eq('id', pack.id)
    .select()
    .single()
  const call = { pack_id: pack.id, brief: 'Please.', idempotency_key: randomUUID() }
  for (const stated of [{ terms: pack.terms_hash }, {}]) {
    const refusal = await brand.client.rpc('place_order', { ...call, ...stated })
    expectRefused(refusal, 'terms_changed', 409)
    expect(JSON.parse(refusal.error?.details ?? 'null')).toMatchObject({
      seen: { price_minor: 25_000, terms_hash: pack.terms_hash },
      now: { price_minor: 99_000, terms_hash: changed?.terms_hash },
    })
  }
  const order = must(
    await brand.client.rpc('place_order', { ...call, terms: changed?.terms_hash ?? '' }),
  )
  expect(order.price_minor).toBe(99_000)
})
