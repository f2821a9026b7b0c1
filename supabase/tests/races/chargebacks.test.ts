// A provider takes a payment back while its money moves. In every order of events it is paid out
// once, everything that is still on the platform's accounts covers it, and there are no deadlocks.
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  actsIn,
  expectSoundLedger,
  inSession,
  race,
  ROUNDS as MOST,
  seededChances,
  testRounds,
  testDatabase,
  type Outcome,
} from '../support/race.ts'

// Each round creates members and orders of its own; the check after each test reads them all.
const ROUNDS = Math.min(MOST, 100)

const db = testDatabase()
const by = actsIn(db)
let round = 0

beforeAll(() => pauseBeforeChargebacksChange())

// The check covers each payment: all places together never hold more than was paid.
afterEach(() => expectSoundLedger(db))

type Paid = { brand: string; kol: string; order: string; payment: string; reference: string }

/** A new brand whose order of 100.00 is in that state, and its payment. */
async function newPaid(status: string, given?: { brand: string; kol: string }): Promise<Paid> {
  round += 1
  const [sides] = given
    ? [given]
    : await db.sql<{ brand: string; kol: string }[]>`
        select tests.make_member(${`brand ${round}`}, 'brand') as brand,
          tests.make_member(${`kol ${round}`}, 'kol') as kol`
  if (!sides) throw new Error('no members')
  const { brand, kol } = sides
  const [made] = await db.sql<{ order: string }[]>`
    select tests.make_order(${brand}, ${kol}, ${status}) as "order"`
  const [paid] = await db.sql<{ order: string; payment: string; reference: string }[]>`
    select order_id as "order", id as payment, provider_ref as reference
    from public.payments where order_id = ${made?.order ?? ''}`
  if (!paid) throw new Error('nothing paid')
  return { brand, kol, ...paid }
}

async function unpaidOrder({ brand, kol }: Paid, price = 10000): Promise<string> {
  const [order] = await db.sql<{ id: string }[]>`
    select tests.make_order(${brand}, ${kol}, 'pending_payment', ${price}) as id`
  return order?.id ?? ''
}

async function fundedFromWallet(paid: Paid, status: string): Promise<string> {
  const order = await unpaidOrder(paid)
  await by(paid.brand)`select public.pay_from_wallet(${order})`()
  if (status === 'delivered') {
    await by(paid.kol)`select public.accept_order(${order})`()
    await by(paid.kol)`select public.deliver_order(${order}, 'Done.', '{https://a.b}')`()
  }
  return order
}

const dispute = (reference: string, ref: string, amount = 10000, status = 'opened') =>
  by('service')`
    select public.record_provider_dispute('sandbox', ${reference}, ${ref}, ${status}, ${amount}, 'USD')`
/** A payment of an order that does not exist. */
const payUnknown = (reference: string) =>
  by('service')`
    select public.record_payment('sandbox', ${reference}, gen_random_uuid(), 10000, 'USD')`
const refund = ({ brand, payment }: Paid, amount: number) =>
  by(brand)`select tests.refund(${payment}, ${amount}, gen_random_uuid())`
const payFromWallet = ({ brand }: Paid, order: string) =>
  by(brand)`select public.pay_from_wallet(${order})`

const refusals = (outcomes: Outcome<unknown>[]) => outcomes.flatMap(({ refused }) => refused ?? [])

const PAUSE = 1

/** Sessions with `tests.pauses` wait for the advisory lock before they change a chargeback. */
async function pauseBeforeChargebacksChange() {
  await db.sql.unsafe(`
    create function tests.pause() returns trigger language plpgsql as $$
    begin
      if current_setting('tests.pauses', true) = 'on' then
        perform pg_advisory_xact_lock(${PAUSE});
      end if;
      return null;
    end;
    $$;
    create trigger pauses before update on private.chargebacks
      for each statement execute function tests.pause()`)
}

const pausingWin = (reference: string) =>
  inSession(db.sql, 'service', async (tx) => {
    await tx`select set_config('tests.pauses', 'on', true)`
    await tx`select public.record_provider_dispute(
      'sandbox', ${`charge of ${reference}`}, ${`d ${reference}`}, 'won', 10000, 'USD')`
  })

async function untilWaiting(sessions: number) {
  const waiting = () =>
    db.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(waiting).toHaveLength(sessions)
}

async function lossOf(brand: string): Promise<number> {
  const [row] = await db.sql<{ loss: number }[]>`
    select coalesce(sum(loss_minor), 0)::int as loss from private.chargebacks
    where brand_id = ${brand} and status <> 'won'`
  return row?.loss ?? 0
}

async function statusOf(order: string): Promise<string> {
  const [row] = await db.sql<{ status: string }[]>`
    select status from public.pack_orders where id = ${order}`
  return row?.status ?? ''
}

testRounds('two refunds against one chargeback: no money leaves twice', async (chance) => {
  const paid = await newPaid('cancelled')
  const outcomes = await race<unknown>(chance, [
    refund(paid, 6000),
    refund(paid, 4000),
    dispute(paid.reference, `d ${paid.order}`),
  ])
  expect(outcomes[2]?.refused).toBeUndefined()
  for (const refused of refusals(outcomes)) {
    expect(['profile_frozen', 'insufficient_funds']).toContain(refused)
  }
  expect(await lossOf(paid.brand)).toBe(0)
  const open = await db.sql`
    select from public.payouts where profile_id = ${paid.brand} and status <> 'failed'`
  expect(open).toHaveLength(0)
})

testRounds('refunds of one payment at once are never more than was paid', async (chance) => {
  const paid = await newPaid('cancelled')
  // Money of another payment is in the same wallet.
  await newPaid('cancelled', paid)
  const outcomes = await race<unknown>(chance, [
    refund(paid, 6000),
    refund(paid, 6000),
    refund(paid, 6000),
  ])
  expect(refusals(outcomes)).toEqual(['insufficient_funds', 'insufficient_funds'])
})

testRounds(
  'a refund that is sent against a chargeback: the loss is what had left',
  async (chance) => {
    const paid = await newPaid('cancelled')
    await refund(paid, 7000)()
    const [payout] = await db.sql<{ id: string }[]>`
    select id from public.payouts where profile_id = ${paid.brand}`
    const [sent, charged] = await race<unknown>(chance, [
      by('service')`select public.settle_payout(${payout?.id ?? ''}, ${`tr ${paid.order}`})`,
      dispute(paid.reference, `d ${paid.order}`),
    ])
    expect(charged?.refused).toBeUndefined()
    expect([undefined, 'payout_not_open']).toContain(sent?.refused)
    expect(await lossOf(paid.brand)).toBe(sent?.refused === undefined ? 7000 : 0)
  },
)

testRounds('a refund is withdrawn, sent or charged back, whoever comes first', async (chance) => {
  const paid = await newPaid('cancelled')
  await refund(paid, 7000)()
  const [payout] = await db.sql<{ id: string }[]>`
    select id from public.payouts where profile_id = ${paid.brand}`
  const [withdrawn, sent, charged] = await race<unknown>(chance, [
    by(paid.brand)`select public.withdraw_payout(${payout?.id ?? ''})`,
    by('service')`select public.settle_payout(${payout?.id ?? ''}, ${`tr ${paid.order}`})`,
    dispute(paid.reference, `d ${paid.order}`),
  ])
  expect(charged?.refused).toBeUndefined()
  const late = [withdrawn, sent].map((each) => each?.refused)
  for (const refused of late) expect([undefined, 'payout_not_open']).toContain(refused)
  expect(late).toContain('payout_not_open')
  expect(await lossOf(paid.brand)).toBe(sent?.refused === undefined ? 7000 : 0)
})

testRounds(
  'a refund that the provider reports while it is settled by hand is one refund',
  async (chance) => {
    const paid = await newPaid('cancelled')
    await refund(paid, 7000)()
    const [payout] = await db.sql<{ id: string }[]>`
    select id from public.payouts where profile_id = ${paid.brand}`
    const reported = by('service')`
      select public.record_provider_refund('sandbox', ${paid.reference}, ${`re ${paid.order}`}, 7000, 'USD')`
    const outcomes = await race<unknown>(chance, [
      by('service')`select public.settle_payout(${payout?.id ?? ''}, ${`re ${paid.order}`})`,
      reported,
      reported,
    ])
    expect(refusals(outcomes)).toEqual([])
    expect(await db.sql`select from private.chargebacks where brand_id = ${paid.brand}`).toEqual([])
    expect(
      await db.sql`select status from public.payouts where profile_id = ${paid.brand}`,
    ).toEqual([{ status: 'sent' }])
  },
)

testRounds(
  'a payment from the wallet against a chargeback: the money is found in both places',
  async (chance) => {
    const paid = await newPaid('cancelled')
    const orders = [await unpaidOrder(paid, 6000), await unpaidOrder(paid, 4000)]
    const outcomes = await race<unknown>(chance, [
      ...orders.map((order) => payFromWallet(paid, order)),
      dispute(paid.reference, `d ${paid.order}`),
    ])
    expect(outcomes[2]?.refused).toBeUndefined()
    for (const refused of refusals(outcomes)) expect(refused).toBe('profile_frozen')
    // Money that has become escrow counts as a loss until the bank has decided.
    const held = outcomes.slice(0, 2).map((one, place) => (one.refused ? 0 : [6000, 4000][place]))
    expect(await lossOf(paid.brand)).toBe(held.reduce<number>((all, each) => all + (each ?? 0), 0))
  },
)

const complete = ({ brand }: Paid, order: string) =>
  by(brand)`select public.complete_order(${order})`

async function earnedFrom(order: string): Promise<number> {
  const [row] = await db.sql<{ earned: number }[]>`
    select coalesce(sum(amount_minor), 0)::int as earned from private.holds where order_id = ${order}`
  return row?.earned ?? 0
}

testRounds(
  'a completion against the loss of a dispute: nothing is paid for money that is gone',
  async (chance) => {
    const paid = await newPaid('cancelled')
    const order = await fundedFromWallet(paid, 'delivered')
    await dispute(paid.reference, `d ${paid.order}`)()
    const outcomes = await race<unknown>(chance, [
      dispute(paid.reference, `d ${paid.order}`, 10000, 'lost'),
      complete(paid, order),
      by('service')`select public.run_due_work(now() + interval '73 hours')`,
    ])
    expect(refusals(outcomes)).toEqual(['payment_disputed'])
    expect(await statusOf(order)).toBe('delivered')
    // Staff have not decided in time.
    await by('service')`select public.run_due_work(now() + interval '8 days')`()
    expect(await statusOf(order)).toBe('cancelled')
    expect(await earnedFrom(order)).toBe(0)
    expect(await lossOf(paid.brand)).toBe(0)
  },
)

test('a dispute that is won while it is lost, and while staff rule: the order goes on once', async () => {
  const chance = seededChances()
  const [staff] = await db.sql<{ id: string }[]>`select tests.make_staff('ruling') as id`
  for (let n = 0; n < ROUNDS; n++) {
    const paid = await newPaid('awaiting_ruling')
    await by(staff?.id ?? '')`select public.read_dispute(${paid.order})`()
    await dispute(paid.reference, `d ${paid.order}`)()
    const outcomes = await race<unknown>(chance, [
      dispute(paid.reference, `d ${paid.order}`, 10000, 'won'),
      by(staff?.id ?? '')`select public.resolve_dispute(${paid.order}, 6000, 'Most.')`,
    ])
    const [, ruled] = outcomes
    expect([undefined, 'payment_disputed']).toContain(ruled?.refused)
    expect(await statusOf(paid.order)).toBe(ruled?.refused ? 'awaiting_ruling' : 'ruled')
    const [clock] = await db.sql<{ runs: boolean }[]>`
      select due_at is not null and payment_disputed_at is null as runs
      from public.pack_orders where id = ${paid.order}`
    expect(clock).toEqual({ runs: true })
    expect(await lossOf(paid.brand)).toBe(0)
  }
})

testRounds(
  'a completion against a chargeback of wallet money: the creator is paid, or the order stands',
  async (chance) => {
    const paid = await newPaid('cancelled')
    const order = await fundedFromWallet(paid, 'delivered')
    const outcomes = await race<unknown>(chance, [
      dispute(paid.reference, `d ${paid.order}`),
      by(paid.brand)`select public.complete_order(${order})`,
    ])
    expect(outcomes[0]?.refused).toBeUndefined()
    for (const refused of refusals(outcomes)) expect(refused).toBe('payment_disputed')
    const isCompleted = (await statusOf(order)) === 'completed'
    expect(isCompleted).toBe(refusals(outcomes).length === 0)
    expect(await lossOf(paid.brand)).toBe(10000)
    // Either way nothing is paid out while the dispute is open.
    await by('service')`select public.run_due_work(now() + interval '60 days')`()
    expect(
      await db.sql`
    select from private.holds where order_id = ${order} and cleared_at is not null`,
    ).toEqual([])
  },
)

testRounds('a deadline against a chargeback', async (chance) => {
  const paid = await newPaid('cancelled')
  const delivered = await fundedFromWallet(paid, 'delivered')
  const other = await newPaid('funded', paid)
  const outcomes = await race<unknown>(chance, [
    dispute(paid.reference, `d ${paid.order}`),
    dispute(other.reference, `d ${other.order}`),
    by('service')`select public.run_due_work(now() + interval '73 hours')`,
  ])
  expect(refusals(outcomes)).toEqual([])
  expect(['completed', 'delivered']).toContain(await statusOf(delivered))
  // The other order expires at its deadline, and its money returns to the wallet.
  const isOtherOver = (await statusOf(other.order)) === 'expired'
  expect(await lossOf(paid.brand)).toBe(isOtherOver ? 10000 : 20000)
})

testRounds(
  'two partial chargebacks of one payment at once, each reported twice',
  async (chance, n) => {
    const paid = await newPaid(n % 2 ? 'cancelled' : 'in_progress')
    const outcomes = await race<unknown>(chance, [
      ...[6000, 4000].flatMap((amount) => {
        const piece = dispute(paid.reference, `${amount} of ${paid.order}`, amount)
        return [piece, piece]
      }),
      ...(n % 2
        ? []
        : [
            by(paid.kol)`
              select public.deliver_order(${paid.order}, 'Done.', '{https://a.b}')`,
          ]),
    ])
    for (const refused of refusals(outcomes)) expect(refused).toBe('payment_disputed')
    expect(await lossOf(paid.brand)).toBe(n % 2 ? 0 : 10000)
    const [row] = await db.sql<{ status: string; wallet: number }[]>`
    select status, tests.balance(${paid.brand}, 'wallet')::int as wallet
    from public.payments where id = ${paid.payment}`
    expect(row).toEqual({ status: 'charged_back', wallet: 0 })
  },
)

testRounds(
  'a payment and its chargeback at the same time: the brand pays for the order once',
  async (chance) => {
    const paid = await newPaid('declined')
    const order = await unpaidOrder(paid)
    const outcomes = await race<unknown>(chance, [
      by('service')`
        select public.record_payment('sandbox', ${`late ${order}`}, ${order}, 10000, 'USD')`,
      dispute(`late ${order}`, `d ${order}`),
    ])
    expect(refusals(outcomes)).toEqual([])
    // The wallet has the money of another payment, which covers the chargeback.
    expect(['pending_payment', 'funded']).toContain(await statusOf(order))
    expect(await lossOf(paid.brand)).toBe(0)
  },
)

testRounds(
  'a payment that arrives while its chargeback is won takes nothing back',
  async (chance, n) => {
    const reference = `unknown ${round} ${n}`
    await dispute(reference, `d ${reference}`)()
    const outcomes = await race<unknown>(chance, [
      payUnknown(reference),
      // The provider names another of its references.
      dispute(`charge of ${reference}`, `d ${reference}`, 10000, 'won'),
    ])
    expect(refusals(outcomes)).toEqual([])
    expect(await db.sql`select * from private.ledger_faults()`).toEqual([])
  },
)

// The report of the win has read that nothing is paid yet and pauses before it changes the
// chargeback; the payment may not be set off against it meanwhile.
test('a payment waits for its chargeback that is being won under another reference', async () => {
  const reference = `unknown ${(round += 1)}`
  await dispute(reference, `d ${reference}`)()
  const reports: Promise<Outcome<unknown>[]>[] = []
  const report = (act: () => Promise<unknown>) => reports.push(race(seededChances(), [act]))
  await db.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${PAUSE})`
    report(() => pausingWin(reference))
    await untilWaiting(1)
    report(payUnknown(reference))
    await Promise.race([reports[1], untilWaiting(2)])
  })
  expect(refusals((await Promise.all(reports)).flat())).toEqual([])
  expect(
    await db.sql`select suspense_minor::int from public.payments where provider_ref = ${reference}`,
  ).toEqual([{ suspense_minor: 10000 }])
})

test('disputes that are reported under references of each other do not deadlock', async () => {
  const [one, other] = [`one ${(round += 1)}`, `other ${round}`]
  await dispute(one, `d ${one}`)()
  await dispute(other, `d ${other}`)()
  const reports: Promise<Outcome<unknown>[]>[] = []
  await db.sql.begin(async (tx) => {
    await tx`select private.lock_payment_reference('sandbox', ${one})`
    reports.push(race(seededChances(), [dispute(one, `d ${other}`, 10000, 'won')]))
    await untilWaiting(1)
    reports.push(race(seededChances(), [dispute(other, `d ${one}`, 10000, 'won')]))
    await untilWaiting(2)
  })
  expect(refusals((await Promise.all(reports)).flat())).toEqual([])
})

test('the pay page of a brand that owes and the payment of its order do not deadlock', async () => {
  const paid = await newPaid('completed')
  await dispute(paid.reference, `d ${paid.reference}`)()
  await db.sql`update public.profiles set frozen_at = null where id = ${paid.brand}`
  await newPaid('cancelled', paid)
  const order = await unpaidOrder(paid, 1000)
  const acts: Promise<Outcome<unknown>[]>[] = []
  await db.sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${PAUSE})`
    // Pauses where the debt is taken out of the wallet.
    const checkout = () =>
      inSession(db.sql, { profile: paid.brand }, async (session) => {
        await session`select set_config('tests.pauses', 'on', true)`
        await session`select * from public.start_checkout(${order})`
      })
    acts.push(race(seededChances(), [checkout]))
    await untilWaiting(1)
    const payment = by('service')`
      select public.record_payment('sandbox', ${`p ${order}`}, ${order}, 1000, 'USD')`
    acts.push(race(seededChances(), [payment]))
    await untilWaiting(2)
  })
  expect(refusals((await Promise.all(acts)).flat())).toEqual([])
})

// The brand brought the creator in, so that its reward clears into the wallet that the dispute takes from.
test('a dispute that is first reported as lost and the end of a hold do not deadlock', async () => {
  const sides = await db.sql<{ brand: string; kol: string }[]>`
    with b as materialized (select tests.make_member(${`inviter ${(round += 1)}`}, 'brand') as id)
    select b.id as brand, tests.make_invitee(${`invited ${round}`}, 'kol', b.id) as kol from b`
  const paid = await newPaid('completed', sides[0])
  const reports: Promise<Outcome<unknown>[]>[] = []
  await db.sql.begin(async (tx) => {
    // The steps of run_due_work, between which the report comes.
    await tx`create temporary table due on commit drop as
      select h from private.lock_due_holds(now() + interval '99 days', 1000) as h where h.profile_id = ${paid.brand}`
    const lost = dispute(paid.reference, `d ${paid.reference}`, 10000, 'lost')
    reports.push(race(seededChances(), [lost]))
    await untilWaiting(1)
    await tx`select private.lock_batch('{}', array(select h from due), '{}')`
  })
  expect(refusals((await Promise.all(reports)).flat())).toEqual([])
})

// The platform's accounts have sixteen shards: with this many payments some share one with the
// chargeback.
testRounds('card payments of a brand and its chargeback lock in one order', async (chance, n) => {
  const paid = await newPaid(n % 2 ? 'in_progress' : 'cancelled')
  if (n % 2 === 0) await refund(paid, 10000)()
  const orders = await Promise.all(Array.from({ length: 14 }, () => unpaidOrder(paid, 1000)))
  const outcomes = await race<unknown>(chance, [
    dispute(paid.reference, `d ${paid.order}`),
    ...orders.map(
      (order) =>
        by('service')`
          select public.record_payment('sandbox', ${`p ${order}`}, ${order}, 1000, 'USD')`,
    ),
  ])
  expect(refusals(outcomes)).toEqual([])
  // A payment that came before the freeze pays for its order; the wallet is empty either way.
  expect(await lossOf(paid.brand)).toBe(n % 2 ? 10000 : 0)
})

test('everything at once, on two brands and one creator', async () => {
  const chance = seededChances()
  const allowed = new Set([
    'profile_frozen',
    'insufficient_funds',
    'order_not_delivered',
    'order_not_cancellable',
    'payment_disputed',
    'order_not_payable',
    'payout_not_open',
  ])
  for (let n = 0; n < ROUNDS; n++) {
    const first = await newPaid('cancelled')
    const again = await newPaid('cancelled', first)
    const other = await newPaid('cancelled')
    const delivered = await fundedFromWallet(first, 'delivered')
    const funded = await fundedFromWallet(again, 'funded')
    const unpaid = await unpaidOrder({ ...other, kol: first.kol })
    await db.sql`select tests.make_order(${other.brand}, ${first.kol}, 'delivered', 3000)`
    const outcomes = await race<unknown>(chance, [
      dispute(first.reference, `d ${first.order}`, 8000),
      dispute(first.reference, `d ${first.order}`, 8000, 'won'),
      dispute(again.reference, `d ${again.order}`, 5000),
      dispute(again.reference, `e ${again.order}`, 5000, 'lost'),
      dispute(other.reference, `d ${other.order}`, 10000),
      refund(again, 2000),
      refund(other, 5000),
      payFromWallet(other, unpaid),
      by(first.brand)`select public.complete_order(${delivered})`,
      by(first.brand)`select public.cancel_order(${funded}, 'Off.')`,
      by('service')`select public.run_due_work(now() + interval '73 hours')`,
    ])
    expect(refusals(outcomes).filter((refused) => !allowed.has(refused))).toEqual([])
  }
})
