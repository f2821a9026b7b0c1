// A provider takes a payment back while its money moves. In every order of events it is paid out
// once, everything that is still on the platform's accounts covers it, and there are no deadlocks.
import { beforeAll, expect, test } from 'vitest'
import {
  inSession,
  race,
  refusals,
  refused,
  ROUNDS as MOST,
  raceDatabase,
  seededChances,
  testRounds as repeated,
  untilWaiting,
  type Chances,
  type Outcome,
  type Sides,
} from '../support/race.ts'

// Fewer rounds than in other files, because each makes its own members and orders, and the check after each test reads
// every payment: wallets, orders and suspense together never hold more of a payment than was paid.
const testRounds = (title: string, play: (chance: Chances, round: number) => Promise<void>) =>
  repeated(title, play, Math.min(MOST, 100))

const db = raceDatabase()
const { by, clock, expectNoDeadlock, order, sides, statusOf, value } = db
let serial = 0

beforeAll(() => pauseBeforeChargebacksChange())

type Paid = Sides & { order: string; payment: string; reference: string }

/** Makes an order of 100.00 in this state, with new members if none are given; returns it with its payment. */
async function newPaid(status: string, given?: Sides): Promise<Paid> {
  const { brand, kol } = given ?? (await sides())
  const [paid] = await db.sql<Omit<Paid, 'brand' | 'kol'>[]>`
    select order_id as "order", id as payment, provider_ref as reference
    from public.payments where order_id = ${await order({ brand, kol }, status)}`
  if (!paid) throw new Error('nothing paid')
  return { brand, kol, ...paid }
}

const unpaidOrder = (paid: Sides, price = 10000) => order(paid, 'pending_payment', price)

async function fundedFromWallet(paid: Paid, status: string): Promise<string> {
  const id = await unpaidOrder(paid)
  await by(paid.brand)`select public.pay_from_wallet(${id})`()
  if (status === 'delivered') {
    await by(paid.kol)`select public.accept_order(${id})`()
    await by(paid.kol)`select public.deliver_order(${id}, 'Done.', '{https://a.b}')`()
  }
  return id
}

const dispute = (reference: string, ref: string, amount = 10000, status = 'opened') =>
  by('service')`
    select public.record_provider_dispute('sandbox', ${reference}, ${ref}, ${status}, ${amount}, 'USD')`
const opened = ({ reference, order: id }: Paid) => dispute(reference, `d ${id}`)
const arrives = (reference: string, id: string, amount: number) =>
  by('service')`
    select public.record_payment('sandbox', ${reference}, ${id}, ${amount}, 'USD')`
/** Reports a payment for an order that does not exist. */
const payUnknown = (reference: string) => arrives(reference, crypto.randomUUID(), 10000)
const refund = ({ brand, payment }: Paid, amount: number) =>
  by(brand)`select tests.refund(${payment}, ${amount}, gen_random_uuid())`
const payFromWallet = ({ brand }: Sides, id: string) =>
  by(brand)`select public.pay_from_wallet(${id})`
const complete = ({ brand }: Sides, id: string) => by(brand)`select public.complete_order(${id})`
/** The id of the brand's only refund. */
const payoutOf = ({ brand }: Paid) =>
  value`select id from public.payouts where profile_id = ${brand}`
const lossOf = ({ brand }: Paid) => value<number>`
  select coalesce(sum(loss_minor), 0)::int from private.chargebacks
  where brand_id = ${brand} and status <> 'won'`

const PAUSE = 1

/** Makes sessions with the setting `tests.pauses` wait for an advisory lock before they change a chargeback. */
const pauseBeforeChargebacksChange = () =>
  db.sql.unsafe(`
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

const pausing = (actor: string, statement: string, values: string[]) => () =>
  inSession(db.sql, actor, async (tx) => {
    await tx`select set_config('tests.pauses', 'on', true)`
    await tx.unsafe(statement, values)
  })

/** Takes a lock and starts the acts one after another, each once the acts before it wait; then releases the lock. */
async function queued(lock: string, acts: (() => Promise<unknown>)[]) {
  const begun: Promise<Outcome<unknown>[]>[] = []
  await db.sql.begin(async (tx) => {
    await tx.unsafe(lock)
    for (const act of acts) {
      const one = race(seededChances(), [act])
      begun.push(one)
      await Promise.race([one, untilWaiting(db.sql, begun.length)])
    }
  })
  return (await Promise.all(begun)).flat()
}

/** Makes a brand that owes 100.00 for a disputed payment and is not frozen, so that it may spend. */
async function newDebtor(kol?: string): Promise<Paid> {
  const paid = await newPaid(
    'completed',
    kol ? { brand: await db.member('brand'), kol } : undefined,
  )
  await opened(paid)()
  await db.sql`update public.profiles set frozen_at = null where id = ${paid.brand}`
  return paid
}

// A run of the debts' clock handles one debtor, so these tests come first, while there is only one.
test('the clock that pays a debt from suspense and a payment of a new order do not deadlock', async () => {
  const paid = await newDebtor()
  await arrives(`again ${paid.order}`, paid.order, 10000)()
  const clears = by('owner')`select private.work_debts(now())`
  let id = ''
  // The order is placed after the clock has locked the brand's other orders.
  const orders = async () => {
    id = await unpaidOrder(paid)
    return arrives(`p ${id}`, id, 10000)()
  }
  const lock = `select from private.accounts where owner_id = '${paid.brand}' and kind = 'wallet' for update`
  expect(refused(await queued(lock, [clears, orders]))).toEqual([])
  expect(await statusOf(id)).toBe('funded')
  expect(await lossOf(paid)).toBe(0)
})

test('a payment waits for one kind of due work, and a clock that pays a debt and ends an order waits for no wallet', async () => {
  const paid = await newDebtor()
  await newPaid('cancelled', paid)
  const due = await newPaid('funded')
  await db.sql`update public.pack_orders set due_at = now() where id = ${due.order}`
  // The locks of a payment by the debtor: first accounts of the platform, then its wallet.
  await expectNoDeadlock(
    (tx) => tx`select from private.accounts where kind = 'fees_held' order by id for no key update`,
    () => db.sql`call private.run_due_work_in_steps()`,
    (tx) =>
      tx`select from private.accounts where owner_id = ${paid.brand} and kind = 'wallet' for no key update`,
  )
  expect(await statusOf(due.order)).toBe('expired')
  expect(await lossOf(paid)).toBe(0)
})

// The creator has earned before, so that its account is older, and locked before, the brand's wallet.
test.each([
  ['a payment from the wallet', 'fees_held', payFromWallet],
  ['the rest of a payment', 'fees_held', (_: Sides, id: string) => arrives(`p ${id}`, id, 4000)],
  [
    'a tip',
    'pending',
    ({ brand, order: id }: Paid) =>
      by(brand)`select public.tip_order(${id}, 1000, 'Thanks.', gen_random_uuid())`,
  ],
] as const)(
  '%s of a brand that owes and another payment of it do not deadlock',
  async (_, kind, act) => {
    const { kol } = await newPaid('completed')
    const paid = await newDebtor(kol)
    await newPaid('cancelled', paid)
    await newPaid('cancelled', paid)
    const id = await unpaidOrder(paid)
    await db.sql`insert into private.checkouts (order_id, wallet_minor) values (${id}, 6000)`
    await expectNoDeadlock(
      (tx) => tx`
      select from private.accounts where kind = ${kind} and coalesce(owner_id, ${kol}) = ${kol} order by id for no key update`,
      act(paid, id),
      (tx) =>
        tx`select from private.accounts where owner_id = ${paid.brand} and kind = 'wallet' for no key update`,
    )
  },
)

test('the rest of a payment of a brand that owes and another payment by its card do not deadlock', async () => {
  const paid = await newDebtor()
  await newPaid('cancelled', paid)
  await newPaid('cancelled', paid)
  const id = await unpaidOrder(paid)
  await db.sql`insert into private.checkouts (order_id, wallet_minor) values (${id}, 6000)`
  // The locks of another payment: first the card, then accounts.
  await expectNoDeadlock(
    (tx) => tx`
      select private.lock_mark(${paid.kol}, 'card', private.mark_hash('card', ${`sandbox card ${id}`}))`,
    by('service')`
      select public.record_payment('sandbox', ${`p ${id}`}, ${id}, 4000, 'USD', ${`card ${id}`})`,
    (tx) => tx`select from private.accounts where kind = 'fees_held' order by id for no key update`,
  )
  expect(await statusOf(id)).toBe('funded')
})

testRounds('two refunds and a chargeback of one payment pay nothing out twice', async (chance) => {
  const paid = await newPaid('cancelled')
  const outcomes = await race(chance, [refund(paid, 6000), refund(paid, 4000), opened(paid)])
  expect(outcomes[2]?.refused).toBeUndefined()
  for (const one of refused(outcomes)) {
    expect(['profile_frozen', 'insufficient_funds']).toContain(one)
  }
  expect(await lossOf(paid)).toBe(0)
  const open = await db.sql`
    select from public.payouts where profile_id = ${paid.brand} and status <> 'failed'`
  expect(open).toHaveLength(0)
})

testRounds('refunds of one payment at once are never more than was paid', async (chance) => {
  const paid = await newPaid('cancelled')
  // The wallet also holds money of another payment, which must not be refunded to this one.
  await newPaid('cancelled', paid)
  const outcomes = await race(
    chance,
    [6000, 6000, 6000].map((amount) => refund(paid, amount)),
  )
  expect(refused(outcomes)).toEqual(['insufficient_funds', 'insufficient_funds'])
})

testRounds('a refund is withdrawn, sent or charged back, whichever comes first', async (chance) => {
  const paid = await newPaid('cancelled')
  await refund(paid, 7000)()
  const payout = await payoutOf(paid)
  const outcomes = await race(chance, [
    by(paid.brand)`select public.withdraw_payout(${payout})`,
    by('service')`select public.settle_payout(${payout}, ${`tr ${paid.order}`})`,
    opened(paid),
  ])
  const [withdrawn, sent, charged] = refusals(outcomes)
  expect(charged).toBeUndefined()
  for (const one of [withdrawn, sent]) expect([undefined, 'payout_not_open']).toContain(one)
  expect([withdrawn, sent]).toContain('payout_not_open')
  expect(await lossOf(paid)).toBe(sent === undefined ? 7000 : 0)
})

testRounds(
  'a refund that is reported while it is settled by hand is one refund',
  async (chance) => {
    const paid = await newPaid('cancelled')
    await refund(paid, 7000)()
    const reported = by('service')`
    select public.record_provider_refund('sandbox', ${paid.reference}, ${`re ${paid.order}`}, 7000, 'USD')`
    const outcomes = await race(chance, [
      by('service')`select public.settle_payout(${await payoutOf(paid)}, ${`re ${paid.order}`})`,
      reported,
      reported,
    ])
    expect(refused(outcomes)).toEqual([])
    expect(await db.sql`select from private.chargebacks where brand_id = ${paid.brand}`).toEqual([])
    expect(
      await db.sql`select status from public.payouts where profile_id = ${paid.brand}`,
    ).toEqual([{ status: 'sent' }])
  },
)

testRounds(
  'a chargeback during payments from the wallet is a loss only of the money that already paid orders',
  async (chance) => {
    const paid = await newPaid('cancelled')
    const prices = [6000, 4000]
    const orders = [await unpaidOrder(paid, 6000), await unpaidOrder(paid, 4000)]
    const outcomes = await race(chance, [
      ...orders.map((id) => payFromWallet(paid, id)),
      opened(paid),
    ])
    expect(outcomes[2]?.refused).toBeUndefined()
    for (const one of refused(outcomes)) expect(one).toBe('profile_frozen')
    // Disputed money that already paid an order counts as a loss until the bank has decided.
    const held = prices.filter((_, place) => !outcomes[place]?.refused)
    expect(await lossOf(paid)).toBe(held.reduce((all, each) => all + each, 0))
  },
)

testRounds(
  'a completion during a lost dispute pays nothing for money that is gone',
  async (chance) => {
    const paid = await newPaid('cancelled')
    const id = await fundedFromWallet(paid, 'delivered')
    await opened(paid)()
    const outcomes = await race(chance, [
      dispute(paid.reference, `d ${paid.order}`, 10000, 'lost'),
      complete(paid, id),
      () => clock(73),
    ])
    expect(refused(outcomes)).toEqual(['payment_disputed'])
    expect(await statusOf(id)).toBe('delivered')
    // Moves the clock past the time in which staff may decide.
    await clock(8 * 24)
    expect(await statusOf(id)).toBe('cancelled')
    expect(await db.sql`select from private.holds where order_id = ${id}`).toEqual([])
    expect(await lossOf(paid)).toBe(0)
  },
)

testRounds(
  'an order whose payment dispute is won while staff rule on it continues once, ruled or not',
  async (chance) => {
    const staff = await db.staff()
    const paid = await newPaid('awaiting_ruling')
    await by(staff)`select public.read_dispute(${paid.order})`()
    await opened(paid)()
    const [, ruled] = await race(chance, [
      dispute(paid.reference, `d ${paid.order}`, 10000, 'won'),
      by(staff)`select public.resolve_dispute(${paid.order}, 6000, 'Most.')`,
    ])
    expect([undefined, 'payment_disputed']).toContain(ruled?.refused)
    expect(await statusOf(paid.order)).toBe(ruled?.refused ? 'awaiting_ruling' : 'ruled')
    expect(
      await value`select due_at is not null and payment_disputed_at is null
      from public.pack_orders where id = ${paid.order}`,
    ).toBe(true)
    expect(await lossOf(paid)).toBe(0)
  },
)

testRounds(
  'an order whose wallet money is charged back during its completion is completed or paused',
  async (chance) => {
    const paid = await newPaid('cancelled')
    const id = await fundedFromWallet(paid, 'delivered')
    const [charged, completed] = refusals(await race(chance, [opened(paid), complete(paid, id)]))
    expect(charged).toBeUndefined()
    expect([undefined, 'payment_disputed']).toContain(completed)
    expect(await statusOf(id)).toBe(completed ? 'delivered' : 'completed')
    expect(await lossOf(paid)).toBe(10000)
    // In both cases nothing is paid out while the dispute is open.
    await clock(60 * 24)
    expect(
      await db.sql`select from private.holds where order_id = ${id} and cleared_at is not null`,
    ).toEqual([])
  },
)

testRounds('a chargeback at a deadline costs the market no more than a payment', async (chance) => {
  const paid = await newPaid('cancelled')
  const delivered = await fundedFromWallet(paid, 'delivered')
  const other = await newPaid('funded', paid)
  expect(refused(await race(chance, [opened(paid), opened(other), () => clock(73)]))).toEqual([])
  expect(['completed', 'delivered']).toContain(await statusOf(delivered))
  // The other order expires at its deadline, and its money returns to the wallet.
  const isOtherOver = (await statusOf(other.order)) === 'expired'
  expect(await lossOf(paid)).toBe(isOtherOver ? 10000 : 20000)
})

testRounds(
  'two partial chargebacks of one payment at once, each reported twice, count once each',
  async (chance, n) => {
    const isCancelled = n % 2 === 1
    const paid = await newPaid(isCancelled ? 'cancelled' : 'in_progress')
    const pieces = [6000, 4000].map((amount) =>
      dispute(paid.reference, `${amount} of ${paid.order}`, amount),
    )
    const deliver = by(paid.kol)`
    select public.deliver_order(${paid.order}, 'Done.', '{https://a.b}')`
    const outcomes = await race(chance, [...pieces, ...pieces, ...(isCancelled ? [] : [deliver])])
    for (const one of refused(outcomes)) expect(one).toBe('payment_disputed')
    expect(await lossOf(paid)).toBe(isCancelled ? 0 : 10000)
    expect(await value`select status from public.payments where id = ${paid.payment}`).toBe(
      'charged_back',
    )
    expect(await db.balance(paid.brand, 'wallet')).toBe(0)
  },
)

testRounds(
  'a payment and its chargeback at once make the brand pay for the order once',
  async (chance) => {
    const paid = await newPaid('declined')
    const id = await unpaidOrder(paid)
    const outcomes = await race(chance, [
      arrives(`late ${id}`, id, 10000),
      dispute(`late ${id}`, `d ${id}`),
    ])
    expect(refused(outcomes)).toEqual([])
    // Money of another payment in the wallet covers the chargeback.
    expect(['pending_payment', 'funded']).toContain(await statusOf(id))
    expect(await lossOf(paid)).toBe(0)
  },
)

testRounds(
  'a payment that arrives while its chargeback is won takes nothing back',
  async (chance) => {
    const reference = `unknown ${(serial += 1)}`
    await dispute(reference, `d ${reference}`)()
    const outcomes = await race(chance, [
      payUnknown(reference),
      // The provider reports the win under another reference of the same payment.
      dispute(`charge of ${reference}`, `d ${reference}`, 10000, 'won'),
    ])
    expect(refused(outcomes)).toEqual([])
  },
)

// The report of the win has read that no payment has arrived, and pauses before it changes the chargeback.
// A payment that arrives meanwhile must wait, and not be set off against the chargeback.
test('a payment waits for its chargeback that is being won under another reference', async () => {
  const reference = `unknown ${(serial += 1)}`
  await dispute(reference, `d ${reference}`)()
  const win = pausing(
    'service',
    `select public.record_provider_dispute('sandbox', $1, $2, 'won', 10000, 'USD')`,
    [`charge of ${reference}`, `d ${reference}`],
  )
  const lock = `select pg_advisory_xact_lock(${PAUSE})`
  expect(refused(await queued(lock, [win, payUnknown(reference)]))).toEqual([])
  expect(
    await value`select suspense_minor::int from public.payments where provider_ref = ${reference}`,
  ).toBe(10000)
})

test('disputes that are reported under references of each other do not deadlock', async () => {
  const [one, other] = [`one ${(serial += 1)}`, `other ${serial}`]
  await dispute(one, `d ${one}`)()
  await dispute(other, `d ${other}`)()
  const crossed = [
    dispute(one, `d ${other}`, 10000, 'won'),
    dispute(other, `d ${one}`, 10000, 'won'),
  ]
  const lock = `select private.lock_payment_reference('sandbox', '${one}')`
  expect(refused(await queued(lock, crossed))).toEqual([])
})

test('the pay page of a brand that owes and the payment of its order do not deadlock', async () => {
  const paid = await newPaid('completed')
  await opened(paid)()
  await db.sql`update public.profiles set frozen_at = null where id = ${paid.brand}`
  await newPaid('cancelled', paid)
  const id = await unpaidOrder(paid, 1000)
  // The checkout pauses where it takes the debt out of the wallet.
  const checkout = pausing(paid.brand, 'select * from public.start_checkout($1)', [id])
  const lock = `select pg_advisory_xact_lock(${PAUSE})`
  expect(refused(await queued(lock, [checkout, arrives(`p ${id}`, id, 1000)]))).toEqual([])
})

test('suspense that pays a debt and an order that is declined do not deadlock', async () => {
  const paid = await newPaid('completed')
  const id = await order(paid, 'funded')
  await arrives(`again ${paid.order}`, paid.order, 10000)()
  await opened(paid)()
  const pays = by('owner')`
    select private.pay_from_suspense(${paid.brand}, 'USD'), private.take_debts(${paid.brand}, now())`
  const declines = by(paid.kol)`select public.decline_order(${id}, 'No.')`
  const lock = `select from private.accounts where owner_id = '${paid.brand}' and kind = 'wallet' for update`
  expect(refused(await queued(lock, [pays, declines]))).toEqual([])
  expect(await lossOf(paid)).toBe(0)
})

// The brand invited the creator, so the end of the hold pays its reward into the wallet from which the loss is taken.
const newLosses = {
  'a dispute that is first reported as lost': ({ reference, order: id }: Paid) =>
    dispute(reference, `d ${id}`, 10000, 'lost'),
  'a refund that the provider made': ({ reference, order: id }: Paid) =>
    by(
      'service',
    )`select public.record_provider_refund('sandbox', ${reference}, ${`r ${id}`}, 10000, 'USD')`,
}
test.each(Object.entries(newLosses))(
  '%s and the end of a hold do not deadlock',
  async (_, report) => {
    const brand = await db.member('brand')
    const kol = await value`select tests.make_invitee(${db.newName('invited')}, 'kol', ${brand})`
    const paid = await newPaid('completed', { brand, kol })
    await expectNoDeadlock(
      // The two steps of private.work_moves; the provider's report comes between them.
      async (tx) => {
        await tx`create temporary table due on commit drop as
        select h from private.lock_due_holds(now() + interval '99 days', 1000) as h where h.profile_id = ${brand}`
      },
      report(paid),
      (tx) => tx`select private.lock_batch('{}', array(select h from due), '{}')`,
    )
  },
)

// Each account of the platform has sixteen shards. With this many payments, some use the same shard as the
// chargeback does.
testRounds('card payments of a brand and its chargeback do not deadlock', async (chance, n) => {
  const paid = await newPaid(n % 2 ? 'in_progress' : 'cancelled')
  if (n % 2 === 0) await refund(paid, 10000)()
  const orders = await Promise.all(Array.from({ length: 14 }, () => unpaidOrder(paid, 1000)))
  const outcomes = await race(chance, [
    opened(paid),
    ...orders.map((id) => arrives(`p ${id}`, id, 1000)),
  ])
  expect(refused(outcomes)).toEqual([])
  // A payment that came before the freeze paid its order. In both cases the wallet is empty.
  expect(await lossOf(paid)).toBe(n % 2 ? 10000 : 0)
})

const ALLOWED = new Set([
  'profile_frozen',
  'insufficient_funds',
  'order_not_delivered',
  'order_not_cancellable',
  'payment_disputed',
  'order_not_payable',
  'payout_not_open',
])

testRounds('disputes, refunds, payments and moves of orders never deadlock', async (chance) => {
  const first = await newPaid('cancelled')
  const again = await newPaid('cancelled', first)
  const other = await newPaid('cancelled')
  const delivered = await fundedFromWallet(first, 'delivered')
  const funded = await fundedFromWallet(again, 'funded')
  const unpaid = await unpaidOrder({ ...other, kol: first.kol })
  await order({ brand: other.brand, kol: first.kol }, 'delivered', 3000)
  const outcomes = await race(chance, [
    dispute(first.reference, `d ${first.order}`, 8000),
    dispute(first.reference, `d ${first.order}`, 8000, 'won'),
    dispute(again.reference, `d ${again.order}`, 5000),
    dispute(again.reference, `e ${again.order}`, 5000, 'lost'),
    opened(other),
    refund(again, 2000),
    refund(other, 5000),
    payFromWallet(other, unpaid),
    complete(first, delivered),
    by(first.brand)`select public.cancel_order(${funded}, 'Off.')`,
    () => clock(73),
  ])
  expect(refused(outcomes).filter((one) => !ALLOWED.has(one))).toEqual([])
})

test('a first dispute and the deletion of its brand do not deadlock', async () => {
  const paid = await newPaid('completed')
  await expectNoDeadlock(
    (tx) => tx`select private.lock_spending(${paid.brand})`,
    opened(paid),
    (tx) => tx`select from public.profiles where id = ${paid.brand} for update`,
  )
})

/** Proposes an act as one member of staff; returns the proposal and the confirming vote of a second one. */
async function voteFor(act: string, details: Record<string, unknown>) {
  const proposal = await db.propose(await db.staff(), act, details)
  const confirm = by(await db.staff())`select public.confirm_staff_proposal(${proposal})`
  return { proposal, confirm }
}

test('a second member of staff who lifts a freeze waits for a chargeback of the brand', async () => {
  const paid = await newPaid('cancelled')
  await opened(paid)()
  const seen = await value`select private.causes_of(${paid.brand})`
  const { confirm } = await voteFor('unfreeze_profile', {
    profile_id: paid.brand,
    note: 'Fine.',
    seen,
  })
  await expectNoDeadlock(
    (tx) => tx`select private.lock_person_spending(${paid.brand})`,
    confirm,
    (tx) => tx`select from public.profiles where id = ${paid.brand} for no key update`,
  )
})

/** Makes a lost chargeback, a proposal that the market bears it, and the confirming vote of a second member of staff. */
async function votedChargeback() {
  const { brand, kol } = await db.sides()
  const paid = await order({ brand, kol }, 'delivered')
  await db.sql`select tests.charge_back(tests.payment(${paid}), null, ${paid})`
  await db.sql`
    select public.record_provider_dispute('sandbox', (tests.payment(${paid})).provider_ref, ${paid}, 'lost', 10000, 'USD')`
  const id = await value`select id from private.chargebacks where provider_ref = ${paid}`
  const amount_minor = Number(
    await value`select private.borne_minor(c) from private.chargebacks c where c.id = ${id}`,
  )
  const vote = await voteFor('bear_chargeback', {
    chargeback_id: id,
    note: 'Good work.',
    amount_minor,
  })
  return { kol, paid, ...vote }
}

// The other act first takes a lock that the vote also takes, and at last locks the proposal of the vote.
test.each([
  ['a suspension of its creator', 'select from public.pack_orders where id = $1 for no key update'],
  [
    'a dispute of somebody whom its creator is bound to',
    `select from private.accounts where kind = 'loss' and $1::uuid is not null order by id for update`,
  ],
])('a vote that the market bears a chargeback and %s do not deadlock', async (_, lock) => {
  const { paid, proposal, confirm } = await votedChargeback()
  await expectNoDeadlock(
    (tx) => tx.unsafe(lock, [paid]),
    confirm,
    (tx) => tx`select from public.staff_proposals where id = ${proposal} for update`,
  )
})

testRounds(
  'a vote to bear a chargeback takes effect, or a dispute withdraws its proposal',
  async (chance) => {
    const { kol, proposal, confirm } = await votedChargeback()
    const other = await newPaid('completed')
    await db.sql`
    insert into private.person_pairs (profile_id, other_id, kind) values (${kol}, ${other.brand}, 'card')`
    const [confirmed, disputed] = await race(chance, [confirm, opened(other)])
    expect(disputed?.refused).toBeUndefined()
    const status = await value`select status from public.staff_proposals where id = ${proposal}`
    expect([confirmed?.refused, status]).toEqual(
      confirmed?.refused ? ['proposal_not_open', 'withdrawn'] : [undefined, 'confirmed'],
    )
  },
)

test('a vote to assign money to a brand, and a dispute of the brand, do not deadlock', async () => {
  const paid = await newPaid('cancelled')
  await payUnknown(`stray ${paid.order}`)()
  const payment = await value`
    select id from public.payments where provider_ref = ${`stray ${paid.order}`}`
  const { proposal, confirm } = await voteFor('resolve_suspense', {
    payment_id: payment,
    profile_id: paid.brand,
    note: 'Theirs.',
    amount_minor: 10000,
  })
  await expectNoDeadlock(
    (tx) => tx`select private.lock_person_spending(${paid.brand})`,
    confirm,
    (tx) => tx`select from public.staff_proposals where id = ${proposal} for update`,
  )
})

// A loss is divided between orders in one step, after all open orders of the brand were locked.
test('a dispute that is first reported as lost and a payment of a new order do not deadlock', async () => {
  const paid = await newPaid('completed')
  const orders = async () => {
    const id = await unpaidOrder(paid)
    return arrives(`p ${id}`, id, 10000)()
  }
  const lost = dispute(paid.reference, `d ${paid.order}`, 10000, 'lost')
  const lock = `select from private.accounts where owner_id = '${paid.brand}' and kind = 'wallet' for update`
  expect(refused(await queued(lock, [lost, orders]))).toEqual([])
})
