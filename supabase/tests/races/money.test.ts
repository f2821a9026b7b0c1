// Concurrent webhooks for one payment, payouts of the same money, and a wallet spent in two windows. Money moves
// once, and never more of it than there is.
import type { TransactionSql } from 'postgres'
import { expect, test } from 'vitest'
import {
  race,
  refusals,
  refused,
  ROUNDS,
  raceDatabase,
  seededChances,
  testRounds,
  type Sides,
} from '../support/race.ts'

const db = raceDatabase()
const { balance, by, clock, expectNoDeadlock, order, sides, value } = db

const pay = (id: string, reference: string) => by('service')`
  select id, status from public.record_payment('sandbox', ${reference}, ${id}, 10000, 'USD')`

testRounds(
  'a webhook that comes twice is one payment, and a second payment waits in suspense',
  async (chance) => {
    const people = await sides()
    const id = await order(people, 'pending_payment')
    const webhook = pay(id, `a ${id}`)
    const outcomes = await race(chance, [webhook, webhook, pay(id, `b ${id}`)])
    const [one, same, other] = outcomes.map(({ value: rows }) => rows?.[0])
    expect(one).toEqual(same)
    expect(new Set([one?.['status'], other?.['status']])).toEqual(new Set(['received', 'suspense']))
    expect(await balance(people.brand, 'escrow')).toBe(10000)
    expect(await balance(people.brand, 'wallet')).toBe(0)
  },
)

testRounds(
  'two completions that each reward the creator of the other do not deadlock',
  async (chance) => {
    const [first, second] = [await sides(), await sides()]
    // Each completion rewards the other creator: the first creator invited the second, who invited the first one's brand.
    await db.sql`
    update public.referrals set inviter_id = case invitee_id when ${second.kol} then ${first.kol}::uuid
      else ${second.kol}::uuid end
    where invitee_id in (${second.kol}, ${first.brand})`
    await db.sql`
    update public.referrals set status = 'ineligible' where invitee_id in (${first.kol}, ${second.brand})`
    const complete = async (people: Sides) =>
      by(people.brand)`select public.complete_order(${await order(people, 'delivered')})`
    expect(refused(await race(chance, [await complete(first), await complete(second)]))).toEqual([])
    expect(await balance(first.kol, 'pending')).toBe(9100)
    expect(await balance(second.kol, 'pending')).toBe(9100)
  },
)

/** Makes a creator with 90.00 available. */
async function earner(): Promise<string> {
  const people = await sides()
  await order(people, 'completed')
  await db.sql`select private.clear_hold(h.id, now() + interval '14 days') from private.holds h where h.profile_id = ${people.kol}`
  return people.kol
}
const request = (profile: string, key: string) => by({ profile, aal: 'aal2' })<{ id: string }>`
  select id from public.request_payout(6000, 'USD', tests.payout_method(), ${key})`

testRounds('two payouts cannot use the same money, and a payout ends once', async (chance) => {
  const kol = await earner()
  const [key, ...others] = [1, 2, 3].map(() => crypto.randomUUID())
  const outcomes = await race(
    chance,
    [key, key, ...others].map((each) => request(kol, each ?? '')),
  )
  const paid = outcomes.flatMap(({ value: rows }) => rows?.[0]?.id ?? [])
  expect(new Set(paid).size).toBe(1)
  for (const one of refused(outcomes)) expect(one).toBe('insufficient_funds')
  expect(await balance(kol, 'available')).toBe(3000)
  expect(await balance(kol, 'in_transit')).toBe(6000)

  const [payout = ''] = paid
  const ended = await race(chance, [
    by('service')`select public.settle_payout(${payout}, ${`tr ${payout}`})`,
    by('service')`select public.fail_payout(${payout}, 'No bank.')`,
  ])
  expect(refused(ended)).toEqual(['payout_not_open'])
  expect(await balance(kol, 'in_transit')).toBe(0)
})

testRounds('a payout is withdrawn, or taken by one of two members of staff', async (chance) => {
  const kol = await earner()
  const [{ id } = { id: '' }] = await request(kol, crypto.randomUUID())()
  const take = async () => by(await db.staff())`select public.take_payout(${id})`
  const outcomes = await race(chance, [
    by(kol)`select public.withdraw_payout(${id})`,
    await take(),
    await take(),
  ])
  const [withdrawn, ...taken] = refusals(outcomes)
  expect([
    [undefined, 'payout_withdrawn', 'payout_withdrawn'],
    ['payout_being_sent', 'payout_taken', undefined],
  ]).toContainEqual([withdrawn, ...taken.toSorted()])
  expect(await balance(kol, 'in_transit')).toBe(withdrawn ? 6000 : 0)
})

testRounds('a wallet is not spent twice', async (chance) => {
  const people = await sides()
  const first = await order(people, 'declined')
  const spend = async () =>
    by(people.brand)`select public.pay_from_wallet(${await order(people, 'pending_payment', 6000)})`
  const outcomes = await race(chance, [
    await spend(),
    await spend(),
    by(people.brand)`
      select tests.refund(id, 6000, gen_random_uuid()) from public.payments where order_id = ${first}`,
  ])
  expect(refused(outcomes)).toEqual(['insufficient_funds', 'insufficient_funds'])
  expect(await balance(people.brand, 'wallet')).toBe(4000)
})

/** Records a payment for an unknown order; returns its id. */
async function stray(brand: string, amount: number): Promise<string> {
  const id = await value`
    select id from private.record_payment('sandbox', ${`stray ${crypto.randomUUID()}`}, null, ${amount}, 'USD')`
  await db.sql`update public.payments set payer_id = ${brand} where id = ${id}`
  return id
}
const assign = (giver: string, payment: string, brand: string, amount: number) =>
  by(giver)`select public.resolve_suspense(${payment}, ${brand}, 'Theirs.', ${amount})`

testRounds(
  'two members of staff who assign the same money in suspense at once assign it once',
  async (chance) => {
    const brand = await db.member('brand')
    const payment = await stray(brand, 5000)
    const give = async () => assign(await db.staff(), payment, brand, 5000)
    expect(refused(await race(chance, [await give(), await give()]))).toEqual([
      'payment_not_in_suspense',
    ])
    expect(await balance(brand, 'wallet')).toBe(5000)
  },
)

testRounds('a member of staff who repeats an assignment gives the money once', async (chance) => {
  const [staff, brand] = [await db.staff(), await db.member('brand')]
  const payment = await stray(brand, 5000)
  const give = () => assign(staff, payment, brand, 5000)
  expect(refused(await race(chance, [give(), give()]))).toEqual([])
  expect(await balance(brand, 'wallet')).toBe(5000)
})

testRounds(
  'a member of staff who makes many assignments at once stays within the limit of a day',
  async (chance) => {
    await db.sql`update private.settings set value = 10000 where key = 'two_staff_above'`
    const [staff, brand] = [await db.staff(), await db.member('brand')]
    const acts = []
    for (let n = 0; n < 4; n++) acts.push(assign(staff, await stray(brand, 400000), brand, 400000))
    expect(refused(await race(chance, acts))).toEqual([
      'second_staff_required',
      'second_staff_required',
    ])
    expect(await balance(brand, 'wallet')).toBe(800000)
  },
)

test('four schedulers at once do each due act once', async () => {
  // Does the due work that other tests have left, so that it is not counted below.
  await db.sql`update private.settings set value = 100000 where key = 'due_work_batch'`
  await clock(14 * 24)
  const { brand, kol } = await sides()
  await db.sql`
    select tests.make_order(${brand}, ${kol}, state)
    from generate_series(1, ${ROUNDS}), unnest('{pending_payment,funded,delivered,completed}'::text[]) as state`
  const run = by('service')<{ done: Record<string, number> }>`
    select public.run_due_work(now() + interval '14 days') as done`
  const outcomes = await race(seededChances(), [run, run, run, run])
  expect(refused(outcomes)).toEqual([])
  const total = (key: string) =>
    outcomes.reduce((sum, { value: rows }) => sum + (rows?.[0]?.done[key] ?? 0), 0)
  expect(total('failed')).toBe(0)
  expect(total('orders_expired')).toBe(2 * ROUNDS)
  expect(total('orders_completed')).toBe(ROUNDS)
  expect(await balance(kol, 'available')).toBe(9000 * ROUNDS)
})

test('the clocks commit every few items, so that nobody waits for all that is due', async () => {
  const { brand, kol } = await sides()
  await db.sql`
    select tests.make_order(${brand}, ${kol}, 'funded') from generate_series(1, 12)`
  await db.sql`update public.pack_orders set due_at = now() where brand_id = ${brand}`
  await db.sql`call private.run_due_work_in_steps()`
  const [refunds] = await db.sql<[{ count: number; steps: number }]>`
    select count(*)::int, count(distinct t.made_in)::int as steps from private.transfers t
    join public.pack_orders o on o.id = t.order_id where o.brand_id = ${brand} and t.event = 'refund'`
  expect(refunds.count).toBe(12)
  expect(refunds.steps).toBeGreaterThan(1)
})

test('two runs that make the first earnings of creators available do not deadlock', async () => {
  const kols = [await earning(), await earning()].toSorted()
  await expectNoDeadlock(
    (tx) => tx`select private.member_account(${kols[0] ?? ''}, 'available', 'USD')`,
    by('owner')`
      select private.lock_batch('{}', array_agg(h order by h.profile_id desc), '{}')
      from private.holds h where h.profile_id = any (${kols})`,
    (tx) => tx`select private.member_account(${kols[1] ?? ''}, 'available', 'USD')`,
  )
})

/** Makes a creator whose first earnings are still on hold. */
async function earning(): Promise<string> {
  const people = await sides()
  await order(people, 'completed')
  return people.kol
}

test('two payments in one block of a chain and a run of the clock do not deadlock', async () => {
  await db.sql`select tests.lift_limits()`
  const { brand, kol } = await sides()
  const price = 20_000_000
  await db.sql`select tests.use_chain(${kol})`
  for (let n = 0; n < 8; n += 1) {
    const pack = await value`select tests.make_pack(${kol}, ${price}, 'USDC')`
    const id = await value`
      select tests.make_order(${brand}, ${kol}, 'pending_payment', ${price}, ${pack})`
    await db.sql`select tests.sign_payment(${id})`
  }
  await db.sql`select tests.send_acts()`
  // Payments are recorded by order id. Finds two orders of which the later one uses the account that is locked first.
  const [cash] = await db.sql<[{ sooner: string; later: string }]>`
    with taken as (
      select o.id, private.platform_account('cash', 'USDC', o.id) as cash
      from public.pack_orders o where o.brand_id = ${brand} and o.currency = 'USDC')
    select a.cash as sooner, b.cash as later from taken a join taken b on b.id > a.id and b.cash < a.cash limit 1`
  const lock = (id: string) => (tx: TransactionSql) =>
    tx`select from private.accounts where id = ${id} for no key update`
  await expectNoDeadlock(
    lock(cash.later),
    by('owner')`select tests.mine_block()`,
    lock(cash.sooner),
  )
})
