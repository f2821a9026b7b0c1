// A tip while something else wants the same wallet, or while one of the two leaves: it is given once
// and in full, or not at all, and no money is left with a member who is gone.
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  actsIn,
  expectSoundLedger,
  race,
  ROUNDS,
  seededChances,
  testRounds,
  testDatabase,
  type Outcome,
} from '../support/race.ts'

const db = testDatabase()
const by = actsIn(db)
let staff: string
let round = 0

beforeAll(async () => {
  await db.sql`select tests.lift_limits()`
  const [made] = await db.sql<{ id: string }[]>`select tests.make_staff('stella') as id`
  staff = made?.id ?? ''
})

afterEach(() => expectSoundLedger(db))

const EARNED = 9000

async function member(name: string, role: 'brand' | 'kol'): Promise<string> {
  round += 1
  const [made] = await db.sql<{ id: string }[]>`
    select tests.make_member(${`${name} ${round}`}, ${role}) as id`
  return made?.id ?? ''
}

async function order(brand: string, kol: string, status: string, price = 10000): Promise<string> {
  const [made] = await db.sql<{ id: string }[]>`
    select tests.make_order(${brand}, ${kol}, ${status}, ${price}) as id`
  return made?.id ?? ''
}

/** A wallet of 50.00, and a completed order of 100.00 whose creator can be tipped. */
async function tippable() {
  const [brand, kol] = [await member('brand', 'brand'), await member('kol', 'kol')]
  const refunded = await order(brand, kol, 'declined', 5000)
  return { brand, kol, refunded, done: await order(brand, kol, 'completed') }
}

const tip = (brand: string, done: string, amount: number) =>
  by(brand)`select public.tip_order(${done}, ${amount}, 'Well done.', gen_random_uuid())`
const refund = (brand: string, refunded: string, amount: number) =>
  by(brand)`
    select tests.refund(id, ${amount}, gen_random_uuid()) from public.payments where order_id = ${refunded}`
const leave = (profile: string) => by(profile)`select public.delete_my_account()`

async function balance(profile: string, kind: string): Promise<number> {
  const [row] = await db.sql<{ amount: number }[]>`
    select tests.balance(${profile}, ${kind})::int as amount`
  return row?.amount ?? 0
}

const isDone = (outcome: Outcome<unknown> | undefined) => outcome?.refused === undefined

testRounds('of two tips from a wallet that holds one of them, one is given', async (chance) => {
  const { brand, kol, done } = await tippable()
  const other = await member('kol', 'kol')
  const outcomes = await race<unknown>(chance, [
    tip(brand, done, 4000),
    tip(brand, await order(brand, other, 'completed'), 4000),
  ])
  expect(outcomes.map(({ refused }) => refused ?? 'given').toSorted()).toEqual([
    'given',
    'insufficient_funds',
  ])
  const given = (await balance(kol, 'pending')) + (await balance(other, 'pending')) - 2 * EARNED
  expect(given).toBe(4000)
  expect(await balance(brand, 'wallet')).toBe(1000)
})

testRounds('a tip and a refund want the same wallet: one has it', async (chance) => {
  const { brand, kol, done, refunded } = await tippable()
  const [given, returned] = await race<unknown>(chance, [
    tip(brand, done, 4000),
    refund(brand, refunded, 4000),
  ])
  expect([given, returned].filter(isDone)).toHaveLength(1)
  expect(given?.refused ?? returned?.refused).toBe('insufficient_funds')
  expect(await balance(kol, 'pending')).toBe(EARNED + (isDone(given) ? 4000 : 0))
  expect(await balance(brand, 'wallet')).toBe(1000)
})

testRounds(
  'a tip against the chargeback of its money: the creator keeps what was given first',
  async (chance) => {
    const { brand, kol, done, refunded } = await tippable()
    const [given, chargedBack] = await race<unknown>(chance, [
      tip(brand, done, 4000),
      by('service')`
        select public.record_chargeback('sandbox', ${`back ${refunded}`}, ${refunded}, 5000, 'USD')`,
    ])
    expect(chargedBack?.refused).toBeUndefined()
    expect([undefined, 'profile_frozen', 'insufficient_funds']).toContain(given?.refused)
    expect(await balance(kol, 'pending')).toBe(EARNED + (isDone(given) ? 4000 : 0))
    const [loss] = await db.sql<{ minor: number }[]>`
    select sum(loss_minor)::int as minor from private.chargebacks where brand_id = ${brand}`
    expect(loss?.minor).toBe(isDone(given) ? 4000 : 0)
    expect(await balance(brand, 'wallet')).toBe(0)
  },
)

testRounds('a tip against the suspension of a side', async (chance, n) => {
  const { brand, kol, done } = await tippable()
  const [given, suspended] = await race<unknown>(chance, [
    tip(brand, done, 4000),
    by(staff)`select public.suspend_profile(${n % 2 ? brand : kol})`,
  ])
  expect(suspended?.refused).toBeUndefined()
  expect([undefined, 'not_allowed', 'cannot_transact', 'creator_not_available']).toContain(
    given?.refused,
  )
  expect(await balance(kol, 'pending')).toBe(EARNED + (isDone(given) ? 4000 : 0))
  expect(await balance(brand, 'wallet')).toBe(isDone(given) ? 1000 : 5000)
})

testRounds('a brand that leaves while it gives its last money', async (chance) => {
  const { brand, kol, done } = await tippable()
  const [given, left] = await race<unknown>(chance, [tip(brand, done, 5000), leave(brand)])
  expect(given?.refused).toBeUndefined()
  expect([undefined, 'account_has_balance']).toContain(left?.refused)
  expect(await balance(kol, 'pending')).toBe(EARNED + 5000)
  expect(await balance(brand, 'wallet')).toBe(0)
})

test('a creator who leaves gets no tip, and who got one does not leave', async () => {
  const chance = seededChances()
  const made = []
  for (let n = 0; n < ROUNDS; n++) made.push(await tippable())
  await db.sql`update private.settings set value = 100000 where key = 'due_work_batch'`
  await db.sql`select private.run_due_work(now() + interval '14 days') from generate_series(1, 3)`
  for (const { brand, kol, done } of made) {
    const [payout] = await by({ profile: kol, aal: 'aal2' })<{ id: string }>`
      select id from public.request_payout(${EARNED}, 'USD', tests.payout_method(), gen_random_uuid())`()
    const id = payout?.id ?? ''
    await by('service')`select public.settle_payout(${id}, ${`tr ${id}`})`()
    const [given, left] = await race<unknown>(chance, [tip(brand, done, 4000), leave(kol)])
    expect([given?.refused, left?.refused]).toEqual(
      isDone(given) ? [undefined, 'account_has_balance'] : ['creator_not_available', undefined],
    )
    expect(await balance(kol, 'pending')).toBe(isDone(given) ? 4000 : 0)
  }
})

test('tips, milestones, payouts, refunds and payments of two sides never deadlock', async () => {
  const chance = seededChances()
  const allowed = new Set(['insufficient_funds', 'profile_frozen', 'order_not_delivered'])
  const made: Awaited<ReturnType<typeof tippable>>[] = []
  for (let n = 0; n < ROUNDS; n++) made.push(await tippable())
  await db.sql`select private.run_due_work(now() + interval '14 days') from generate_series(1, 3)`
  for (const { brand, kol, done, refunded } of made) {
    const [parts] = await db.sql<{ id: string }[]>`
      select tests.make_milestones(${brand}, ${kol}, 'delivered') as id`
    const [next] = await db.sql<{ id: string }[]>`
      select id from private.next_milestone(${parts?.id ?? ''})`
    const unpaid = await order(brand, kol, 'pending_payment', 3000)
    const outcomes = await race<unknown>(chance, [
      tip(brand, done, 2000),
      by(brand)`select public.accept_milestone(${parts?.id ?? ''}, ${next?.id ?? ''})`,
      by({
        profile: kol,
        aal: 'aal2',
      })`select id from public.request_payout(4000, 'USD', tests.payout_method(), gen_random_uuid())`,
      refund(brand, refunded, 1000),
      by(brand)`select public.pay_from_wallet(${unpaid})`,
      by('service')`
        select public.record_chargeback('sandbox', ${`back ${refunded}`}, ${refunded}, 1000, 'USD')`,
    ])
    const refused = outcomes.flatMap((each) => each.refused ?? [])
    expect(refused.filter((each) => !allowed.has(each))).toEqual([])
  }
})
