// A tip is given while another act uses the same wallet, or while one of the two members deletes the account. It is
// given once and in full, or not at all, and no money is left with a deleted member.
import { beforeAll, expect } from 'vitest'
import { race, raceDatabase, refusals, refused, testRounds } from '../support/race.ts'

const db = raceDatabase()
const { balance, by, clock, member, order, sides, value } = db

beforeAll(async () => {
  await db.sql`update private.settings set value = 100000 where key = 'due_work_batch'`
})

const EARNED = 9000

/** Makes a brand with 50.00 in the wallet, and a completed order of 100.00 whose creator can be tipped. */
async function tippable() {
  const people = await sides()
  const refunded = await order(people, 'declined', 5000)
  return { ...people, refunded, done: await order(people, 'completed') }
}

const tip = (brand: string, done: string, amount: number) =>
  by(brand)`select public.tip_order(${done}, ${amount}, 'Well done.', gen_random_uuid())`
const leave = (profile: string) => by(profile)`select public.delete_my_account()`
const chargeBack = (order: string, amount: number) =>
  by('service')`
    select public.record_chargeback('sandbox', ${`back ${order}`}, ${order}, ${amount}, 'USD')`
const payOut = (profile: string, amount: number) =>
  by({ profile, aal: 'aal2' })<{ id: string }>`
    select id from public.request_payout(${amount}, 'USD', tests.payout_method(), gen_random_uuid())`

testRounds('of two tips from a wallet that holds one of them, one is given', async (chance) => {
  const { brand, kol, done } = await tippable()
  const other = await member('kol')
  const outcomes = await race(chance, [
    tip(brand, done, 4000),
    tip(brand, await order({ brand, kol: other }, 'completed'), 4000),
  ])
  expect(refused(outcomes)).toEqual(['insufficient_funds'])
  const given = (await balance(kol, 'pending')) + (await balance(other, 'pending')) - 2 * EARNED
  expect(given).toBe(4000)
  expect(await balance(brand, 'wallet')).toBe(1000)
})

testRounds(
  'a creator keeps a tip that was given before the chargeback of its money',
  async (chance) => {
    const { brand, kol, done, refunded } = await tippable()
    const outcomes = await race(chance, [tip(brand, done, 4000), chargeBack(refunded, 5000)])
    const [given, chargedBack] = refusals(outcomes)
    expect(chargedBack).toBeUndefined()
    expect([undefined, 'profile_frozen', 'insufficient_funds']).toContain(given)
    expect(await balance(kol, 'pending')).toBe(EARNED + (given ? 0 : 4000))
    expect(
      await value`select sum(loss_minor)::int from private.chargebacks where brand_id = ${brand}`,
    ).toBe(given ? 0 : 4000)
    expect(await balance(brand, 'wallet')).toBe(0)
  },
)

testRounds('a tip during a suspension is given in full or not at all', async (chance, n) => {
  const { brand, kol, done } = await tippable()
  const outcomes = await race(chance, [
    tip(brand, done, 4000),
    by(await db.staff())`select public.suspend_profile(${n % 2 ? brand : kol})`,
  ])
  const [given, suspended] = refusals(outcomes)
  expect(suspended).toBeUndefined()
  expect([undefined, 'not_allowed', 'cannot_transact', 'creator_not_available']).toContain(given)
  expect(await balance(kol, 'pending')).toBe(EARNED + (given ? 0 : 4000))
  expect(await balance(brand, 'wallet')).toBe(given ? 5000 : 1000)
})

testRounds('a brand that leaves while it tips its last money loses none of it', async (chance) => {
  const { brand, kol, done } = await tippable()
  const [given, left] = refusals(await race(chance, [tip(brand, done, 5000), leave(brand)]))
  expect(given).toBeUndefined()
  expect([undefined, 'account_has_balance']).toContain(left)
  expect(await balance(kol, 'pending')).toBe(EARNED + 5000)
  expect(await balance(brand, 'wallet')).toBe(0)
})

testRounds('a creator leaves or gets a tip, never both', async (chance) => {
  const { brand, kol, done } = await tippable()
  await clock(14 * 24)
  const [payout] = await payOut(kol, EARNED)()
  await by('service')`select public.settle_payout(${payout?.id ?? ''}, ${`tr ${kol}`})`()
  const [given, left] = refusals(await race(chance, [tip(brand, done, 4000), leave(kol)]))
  expect([
    [undefined, 'account_has_balance'],
    ['creator_not_available', undefined],
  ]).toContainEqual([given, left])
  expect(await balance(kol, 'pending')).toBe(given ? 0 : 4000)
})

testRounds('tips, milestones, payouts, refunds and payments never deadlock', async (chance) => {
  const { brand, kol, done, refunded } = await tippable()
  await clock(14 * 24)
  const parts = await value`select tests.make_milestones(${brand}, ${kol}, 'delivered')`
  const next = await value`select id from private.next_milestone(${parts})`
  const unpaid = await order({ brand, kol }, 'pending_payment', 3000)
  const outcomes = await race(chance, [
    tip(brand, done, 2000),
    by(brand)`select public.accept_milestone(${parts}, ${next})`,
    payOut(kol, 4000),
    by(brand)`
      select tests.refund(id, 1000, gen_random_uuid()) from public.payments where order_id = ${refunded}`,
    by(brand)`select public.pay_from_wallet(${unpaid})`,
    chargeBack(refunded, 1000),
  ])
  const allowed = ['insufficient_funds', 'profile_frozen', 'order_not_delivered']
  for (const one of refused(outcomes)) expect(allowed).toContain(one)
})
