// Repeated webhooks, payouts that need the same money, wallets spent from two windows: money moves
// once, and never more than there is.
import { expect, test } from 'vitest'
import {
  actsIn,
  inSession,
  race,
  ROUNDS,
  seededChances,
  testRounds,
  testDatabase,
} from '../support/race.ts'

const db = testDatabase()
const by = actsIn(db)
let round = 0

/** Two new members, so that each round has balances of its own. */
async function newSides() {
  round += 1
  const [sides] = await db.sql<{ brand: string; kol: string }[]>`
    select tests.make_member(${`brand ${round}`}, 'brand') as brand,
      tests.make_member(${`kol ${round}`}, 'kol') as kol`
  if (!sides) throw new Error('no members')
  return sides
}

async function newOrder(sides: { brand: string; kol: string }, status: string, price = 10000) {
  const [order] = await db.sql<{ id: string }[]>`
    select tests.make_order(${sides.brand}, ${sides.kol}, ${status}, ${price}) as id`
  if (!order) throw new Error('no order')
  return order.id
}

async function balance(profile: string, kind: string): Promise<number> {
  const [row] = await db.sql<{ amount: number }[]>`
    select tests.balance(${profile}, ${kind})::int as amount`
  return row?.amount ?? 0
}

const pay = (order: string, reference: string) => () =>
  inSession(db.sql, 'service', async (tx) => {
    const [payment] = await tx<{ id: string; status: string }[]>`
      select id, status from public.record_payment('sandbox', ${reference}, ${order}, 10000, 'USD')`
    return payment
  })

testRounds('one webhook that comes three times at once is one payment', async (chance) => {
  const sides = await newSides()
  const order = await newOrder(sides, 'pending_payment')
  const outcomes = await race(
    chance,
    [1, 2, 3].map(() => pay(order, `ref ${order}`)),
  )
  expect(new Set(outcomes.map(({ value }) => value?.id)).size).toBe(1)
  expect(outcomes.map(({ value }) => value?.status)).toEqual(['received', 'received', 'received'])
  expect(await balance(sides.brand, 'escrow')).toBe(10000)
})

testRounds(
  'two payments of one order: one pays it, the other waits in suspense',
  async (chance) => {
    const sides = await newSides()
    const order = await newOrder(sides, 'pending_payment')
    const outcomes = await race(chance, [pay(order, `a ${order}`), pay(order, `b ${order}`)])
    expect(new Set(outcomes.map(({ value }) => value?.status))).toEqual(
      new Set(['received', 'suspense']),
    )
    expect(await balance(sides.brand, 'escrow')).toBe(10000)
    expect(await balance(sides.brand, 'wallet')).toBe(0)
  },
)

testRounds(
  'a chargeback against a completion: the creator earns it on hold, or the order stands',
  async (chance) => {
    const sides = await newSides()
    const order = await newOrder(sides, 'delivered')
    const [chargeback, completion] = await race<unknown>(chance, [
      () =>
        inSession(
          db.sql,
          'service',
          (tx) =>
            tx`select public.record_chargeback('sandbox', ${`cb ${order}`}, ${order}, 10000, 'USD')`,
        ),
      by(sides.brand)`select public.complete_order(${order})`,
    ])
    expect(chargeback?.refused).toBeUndefined()
    expect(await balance(sides.kol, 'pending')).toBe(completion?.refused === undefined ? 9000 : 0)
    expect(await balance(sides.brand, 'escrow')).toBe(completion?.refused === undefined ? 0 : 10000)
  },
)

testRounds('two completions that reward each other lock in one order', async (chance) => {
  const [first, second] = [await newSides(), await newSides()]
  // The second creator was invited by the first, and the first one's brand by the second.
  await db.sql`
    update public.referrals set inviter_id = case invitee_id when ${second.kol} then ${first.kol}::uuid
      else ${second.kol}::uuid end
    where invitee_id in (${second.kol}, ${first.brand})`
  await db.sql`
    update public.referrals set status = 'ineligible' where invitee_id in (${first.kol}, ${second.brand})`
  const complete = async ({ brand, kol }: { brand: string; kol: string }) => {
    const order = await newOrder({ brand, kol }, 'delivered')
    return by(brand)`select public.complete_order(${order})`
  }
  const outcomes = await race<unknown>(chance, [await complete(first), await complete(second)])
  expect(outcomes.map(({ refused }) => refused)).toEqual([undefined, undefined])
  expect(await balance(first.kol, 'pending')).toBe(9100)
  expect(await balance(second.kol, 'pending')).toBe(9100)
})

test('two payouts cannot use the same money', async () => {
  const chance = seededChances()
  const made: { brand: string; kol: string }[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const sides = await newSides()
    await newOrder(sides, 'completed')
    made.push(sides)
  }
  await db.sql`select private.run_due_work(now() + interval '14 days') from generate_series(1, 3)`
  const request = (kol: string, amount: number, key: string) => () =>
    inSession(db.sql, { profile: kol, aal: 'aal2' }, async (tx) => {
      const [payout] = await tx<{ id: string }[]>`
        select id from public.request_payout(${amount}, 'USD', tests.payout_method(), ${key})`
      return payout?.id
    })
  for (const { kol } of made) {
    const key = crypto.randomUUID()
    const outcomes = await race(chance, [
      request(kol, 6000, key),
      request(kol, 6000, key),
      request(kol, 6000, crypto.randomUUID()),
      request(kol, 6000, crypto.randomUUID()),
    ])
    const paid = outcomes.flatMap(({ value }) => value ?? [])
    expect(new Set(paid).size).toBe(1)
    expect(
      outcomes.filter(({ refused }) => refused !== undefined && refused !== 'insufficient_funds'),
    ).toEqual([])
    expect(await balance(kol, 'available')).toBe(3000)
    expect(await balance(kol, 'in_transit')).toBe(6000)

    const [payout = ''] = paid
    const ended = await race<unknown>(chance, [
      () =>
        inSession(
          db.sql,
          'service',
          (tx) => tx`select public.settle_payout(${payout}, ${`tr ${payout}`})`,
        ),
      by('service')`select public.fail_payout(${payout}, 'No bank.')`,
    ])
    expect(new Set(ended.map(({ refused }) => refused))).toEqual(
      new Set(['payout_not_open', undefined]),
    )
    expect(await balance(kol, 'in_transit')).toBe(0)
  }
})

test('a payout is withdrawn, or taken by one of two members of staff', async () => {
  const chance = seededChances()
  const [staff] = await db.sql<{ sam: string; sue: string }[]>`
    select tests.make_staff('sam') as sam, tests.make_staff('sue') as sue`
  const made: string[] = []
  for (let n = 0; n < ROUNDS; n++) {
    const sides = await newSides()
    await newOrder(sides, 'completed')
    made.push(sides.kol)
  }
  await db.sql`select private.run_due_work(now() + interval '14 days') from generate_series(1, 3)`
  for (const kol of made) {
    const id = await inSession(db.sql, { profile: kol, aal: 'aal2' }, async (tx) => {
      const [payout] = await tx<{ id: string }[]>`
        select id from public.request_payout(6000, 'USD', tests.payout_method(), gen_random_uuid())`
      return payout?.id ?? ''
    })
    const take = (profile: string | undefined) =>
      by(profile ?? '')`select public.take_payout(${id})`
    const [withdrawn, ...taken] = await race<unknown>(chance, [
      by(kol)`select public.withdraw_payout(${id})`,
      take(staff?.sam),
      take(staff?.sue),
    ])
    const refused = [withdrawn?.refused, ...taken.map((each) => each.refused).toSorted()]
    expect([
      [undefined, 'payout_withdrawn', 'payout_withdrawn'],
      ['payout_being_sent', 'payout_taken', undefined],
    ]).toContainEqual(refused)
    expect(await balance(kol, 'in_transit')).toBe(withdrawn?.refused === undefined ? 0 : 6000)
  }
})

testRounds('a wallet is not spent twice', async (chance) => {
  const sides = await newSides()
  const first = await newOrder(sides, 'declined')
  const orders = [
    await newOrder(sides, 'pending_payment', 6000),
    await newOrder(sides, 'pending_payment', 6000),
  ]
  const outcomes = await race<unknown>(chance, [
    ...orders.map((order) => by(sides.brand)`select public.pay_from_wallet(${order})`),
    by(sides.brand)`
          select tests.refund(id, 6000, gen_random_uuid())
          from public.payments where order_id = ${first}`,
  ])
  expect(outcomes.filter(({ refused }) => refused === undefined)).toHaveLength(1)
  expect(outcomes.filter(({ refused }) => refused === 'insufficient_funds')).toHaveLength(2)
  expect(await balance(sides.brand, 'wallet')).toBe(4000)
})

test('two members of staff assign money in suspense once', async () => {
  const chance = seededChances()
  const [staff] = await db.sql<{ first: string; second: string }[]>`
    select tests.make_staff('stella') as first, tests.make_staff('clerk') as second`
  for (let n = 0; n < ROUNDS; n++) {
    const { brand } = await newSides()
    const [payment] = await db.sql<{ id: string }[]>`
      select id from private.record_payment('sandbox', ${`stray ${brand}`}, null, 5000, 'USD')`
    await db.sql`update public.payments set payer_id = ${brand} where id = ${payment?.id ?? ''}`
    const give = (giver = '') =>
      by(giver)`select public.resolve_suspense(${payment?.id ?? ''}, ${brand}, 'Theirs.')`
    const outcomes = await race<unknown>(chance, [give(staff?.first), give(staff?.second)])
    expect(new Set(outcomes.map(({ refused }) => refused))).toEqual(
      new Set(['payment_not_in_suspense', undefined]),
    )
    expect(await balance(brand, 'wallet')).toBe(5000)
  }
})

test('one member of staff who assigns much at once stays within the limit of a day', async () => {
  const chance = seededChances()
  await db.sql`update private.settings set value = 10000 where key = 'two_staff_above'`
  for (let n = 0; n < ROUNDS; n++) {
    const [staff] = await db.sql<{ id: string }[]>`
      select tests.make_staff(${`clerk ${n}`}) as id`
    const { brand } = await newSides()
    const payments = await db.sql<{ id: string }[]>`
      select p.id from generate_series(1, 4) as k,
        private.record_payment('sandbox', ${`much of ${brand}`} || k, null, 400000, 'USD') as p`
    await db.sql`
      update public.payments set payer_id = ${brand} where id in ${db.sql(payments.map(({ id }) => id))}`
    const outcomes = await race<unknown>(
      chance,
      payments.map(
        ({ id }) => by(staff?.id ?? '')`select public.resolve_suspense(${id}, ${brand}, 'Theirs.')`,
      ),
    )
    expect(outcomes.map(({ refused }) => refused ?? '').toSorted()).toEqual([
      '',
      '',
      'second_staff_required',
      'second_staff_required',
    ])
    expect(await balance(brand, 'wallet')).toBe(800000)
  }
})

test('concurrent schedulers do everything once', async () => {
  const chance = seededChances()
  // Work that other tests left is not counted here.
  await db.sql`update private.settings set value = 100000 where key = 'due_work_batch'`
  await db.sql`select private.run_due_work(now() + interval '14 days')`
  const sides = await newSides()
  const states = ['pending_payment', 'funded', 'delivered', 'completed']
  for (const state of states) {
    await db.sql`
      select tests.make_order(${sides.brand}, ${sides.kol}, ${state}) from generate_series(1, ${ROUNDS})`
  }
  const run = () =>
    inSession(db.sql, 'service', async (tx) => {
      const [row] = await tx<{ done: Record<string, number> }[]>`
        select public.run_due_work(now() + interval '14 days') as done`
      return row?.done ?? {}
    })
  const outcomes = await race(chance, [run, run, run, run])
  const total = (key: string) => outcomes.reduce((sum, { value }) => sum + (value?.[key] ?? 0), 0)
  expect(outcomes.filter(({ refused }) => refused !== undefined)).toEqual([])
  expect(total('failed')).toBe(0)
  expect(total('orders_expired')).toBe(2 * ROUNDS)
  expect(total('orders_completed')).toBe(ROUNDS)
  expect(await balance(sides.kol, 'available')).toBe(9000 * ROUNDS)
})

test('afterwards the ledger has no fault', async () => {
  expect(await db.sql`select * from private.ledger_faults()`).toEqual([])
  expect(
    await db.sql`select * from private.count_solvency() where held_minor <> owed_minor + own_minor`,
  ).toEqual([])
})
