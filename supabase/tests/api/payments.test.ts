import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { newTestCard } from '../../../scripts/sandbox-pay/cards.ts'
import {
  anonymous,
  balanceOf,
  bearer,
  callFunction,
  expectSoundLedger,
  must,
  newMember,
  newPack,
  payByCard,
  placeOrder,
  resendWebhooks,
  sql,
  stack,
  staff,
  statusOf,
  type Member,
} from './harness.ts'

let brand: Member
let creator: Member
let packId: string

beforeAll(async () => {
  brand = await newMember('brand')
  creator = await newMember('kol')
  packId = (await newPack(creator)).id
})

async function checkOut(member = brand) {
  const order = await placeOrder(member, packId)
  const { status, json } = await callFunction('checkout', { order_id: order.id }, bearer(member))
  expect(status).toBe(200)
  return { order, payUrl: json.url as string }
}

test('the function payout-file refuses an idempotency key that is no UUID', async () => {
  const body = { idempotency_key: 'once' }
  expect(await callFunction('payout-file', body, bearer(await staff()))).toEqual({
    status: 422,
    json: { error: 'invalid_body' },
  })
})

test('a brand that checks out an order twice gets the same payment page', async () => {
  const { order, payUrl } = await checkOut()
  const again = await callFunction('checkout', { order_id: order.id }, bearer(brand))
  expect(again.json.url).toBe(payUrl)
})

test('two brands that pay with the same card are one person', async () => {
  const [one, other, stranger] = [
    await newMember('brand'),
    await newMember('brand'),
    await newMember('brand'),
  ]
  const card = newTestCard()
  for (const [member, number] of [
    [one, card],
    [other, card],
    [stranger, newTestCard()],
  ] as const) {
    const { order, payUrl } = await checkOut(member)
    await payByCard(payUrl, number)
    await expect.poll(() => statusOf(member, order.id), { timeout: 10_000 }).toBe('funded')
  }
  const people = await sql<{ person: string }>(
    'select distinct private.person_of(id) as person from public.profiles where id = any ($1)',
    [[one.id, other.id, stranger.id]],
  )
  expect(people).toHaveLength(2)
})

test('a dispute freezes the brand and is a loss of the market while it is open; a won dispute leaves the escrow full', async () => {
  const buyer = await newMember('brand')
  const { order, payUrl } = await checkOut(buyer)
  await payByCard(payUrl)
  await expect.poll(() => statusOf(buyer, order.id), { timeout: 10_000 }).toBe('funded')
  const atBank = (path: string, body: Record<string, string>) =>
    fetch(`${payUrl}/disputes${path}`, {
      method: 'POST',
      body: new URLSearchParams(body),
      redirect: 'manual',
    })
  const chargebacks = () =>
    sql(
      `select c.provider_ref, c.status, c.brand_minor::int, c.loss_minor::int
       from private.chargebacks c where c.brand_id = $1`,
      [buyer.id],
    )
  const half = String(order.price_minor / 200)
  await atBank('', { amount: half })
  await expect.poll(chargebacks, { timeout: 10_000 }).toHaveLength(1)
  expect(await statusOf(buyer, order.id)).toBe('funded')
  const [opened] = await chargebacks()
  expect(opened).toMatchObject({
    status: 'opened',
    brand_minor: 0,
    loss_minor: order.price_minor / 2,
  })
  expect(await balanceOf(buyer, 'wallet')).toBe(0)

  const next = { pack_id: packId, brief: 'Again.', idempotency_key: randomUUID() }
  const refused = await buyer.client.rpc('place_order', next)
  expect(refused.status).toBe(403)
  expect(refused.error?.message).toBe('profile_frozen')

  await atBank(`/${opened?.['provider_ref']}/close`, { status: 'won' })
  await expect.poll(chargebacks, { timeout: 10_000 }).toMatchObject([{ status: 'won' }])
  expect(await statusOf(buyer, order.id)).toBe('funded')
  expect(await balanceOf(buyer, 'escrow')).toBe(order.price_minor)
  // A repeated webhook changes nothing.
  for (const answer of await resendWebhooks(payUrl, 3)) expect(answer).toBe(200)
  expect(await balanceOf(buyer, 'escrow')).toBe(order.price_minor)
  await expectSoundLedger()
})

test('the function reconcile reads what the provider holds, and a visitor reads that it covers what is owed', async () => {
  const { order, payUrl } = await checkOut()
  await payByCard(payUrl)
  await expect.poll(() => statusOf(brand, order.id), { timeout: 10_000 }).toBe('funded')
  const headers = { apikey: stack.secretKey }
  expect(await callFunction('reconcile', {}, headers)).toEqual({
    status: 200,
    json: { read: 1, failed: 0 },
  })
  const lines = await sql('select from private.provider_lines where subject = $1', [order.id])
  expect(lines).toHaveLength(1)
  const [row] = must(await anonymous().from('solvency').select().eq('currency', 'USD'))
  expect(row).toMatchObject({ state: 'covered' })
  expect(row.owed_minor).toBeGreaterThan(0)
  await expectSoundLedger()
})
