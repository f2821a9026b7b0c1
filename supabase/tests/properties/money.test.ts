// Amounts on screens and in notices equal those in the ledger, for random prices, fees, milestones
// and wallets, and every way in which an order can end.
import fc from 'fast-check'
import type { TransactionSql } from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { creatorShare, totalPrice } from '../../../web/src/domain/money/creator-share.ts'
import { eventOf, type MoneyMove } from '../../../web/src/domain/money/ledger.ts'
import { netsOf } from '../../../web/src/domain/money/milestone-nets.ts'
import {
  heldOf,
  splitParts,
  splitOfAction,
  splitOfRest,
  type OrderMoney,
  type Split,
} from '../../../web/src/domain/money/split.ts'
import { rolledBack, times, testDatabase } from '../support/race.ts'

const RUNS = times(600, 30, 10)

const ENDS = ['accepted', 'silence', 'cancelled', 'agreed', 'ruled'] as const
const walk = fc.record({
  price: fc.integer({ min: 5, max: 1_000_000 }),
  creatorFee: fc.integer({ min: 0, max: 50 }),
  buyerFee: fc.integer({ min: 0, max: 50 }),
  wallet: fc.oneof(fc.constant(0), fc.integer({ min: 2, max: 1_200_000 })),
  /** The places at which the price is cut into milestones, in thousandths; empty for an order with one delivery. */
  cuts: fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 4 }),
  acceptedParts: fc.nat(4),
  end: fc.constantFrom(...ENDS),
  /** The creator's share of the rest of the price, in thousandths. */
  share: fc.integer({ min: 0, max: 1000 }),
})
type Walk = typeof walk extends fc.Arbitrary<infer Value> ? Value : never

const db = testDatabase(2)
beforeAll(async () => {
  await db.sql`select tests.lift_limits()`
  await db.sql`update public.currencies set min_price_minor = 1 where code = 'USD'`
})

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

function partsOfPrice({ price, cuts }: Walk): number[] {
  const places = cuts.map((cut) => Math.floor((price * cut) / 1000)).filter((place) => place > 0)
  const ends = [...new Set(places), price].toSorted((a, b) => a - b)
  const parts = ends.map((end, index) => end - (ends[index - 1] ?? 0)).filter((part) => part > 0)
  return parts.length > 1 ? parts : []
}

/** The sums that an order's transfers after the given one booked to each kind of account. */
async function booked(tx: TransactionSql, after: number) {
  const rows = await tx<{ kind: string; amount: number }[]>`
    select a.kind, sum(e.amount_minor)::float8 as amount
    from private.transfers t join private.entries e on e.transfer_id = t.id
    join private.accounts a on a.id = e.account_id
    where t.order_id = tests.order_id() and t.id > ${after} and t.event <> 'referral_reward'
    group by a.kind`
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.amount ?? 0
  return {
    wallet: of('wallet'),
    pending: of('pending'),
    fees: of('fees_held'),
    escrow: of('escrow'),
  }
}

async function lastTransfer(tx: TransactionSql): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    select coalesce(max(id), 0)::float8 as id from private.transfers`
  return row?.id ?? 0
}

const actAs = (tx: TransactionSql, name: string) => tx`select tests.act_as(tests.id(${name}))`
const actAsOwner = (tx: TransactionSql) => tx`select tests.act_as_owner()`

async function previewTo(tx: TransactionSql, name: string, share: number | null = null) {
  await actAs(tx, name)
  const [row] = await tx<{ money: OrderMoney }[]>`
    select to_jsonb(m) as money from public.settlement_preview(tests.order_id(), ${share}) as m`
  await actAsOwner(tx)
  if (!row) throw new Error('no preview')
  return row.money
}

async function actionOf(tx: TransactionSql, name: string, action: string): Promise<Split | null> {
  await actAs(tx, name)
  const [row] = await tx<{ row: Parameters<typeof splitOfAction>[0] }[]>`
    select to_jsonb(a) as row from public.order_actions(tests.order_id()) as a
    where a.action = ${action} and a.allowed`
  await actAsOwner(tx)
  return row ? splitOfAction(row.row) : null
}

function expectSum(split: Split) {
  expect(sum(splitParts(split).map(({ minor }) => minor))).toBe(split.total_minor)
}

/** Expects that the announced division was booked. `buyerFee` is the part of the buyer's fee that was held until then. */
function expectBooked(split: Split, done: Awaited<ReturnType<typeof booked>>, buyerFee: number) {
  expectSum(split)
  expect({
    creator: split.creator_minor,
    brand: split.brand_minor,
    fees: split.creator_fee_minor + split.buyer_fee_minor - buyerFee,
    total: split.total_minor,
    ...heldOf(split),
  }).toEqual({
    creator: done.pending,
    brand: done.wallet,
    fees: done.fees,
    total: -done.escrow + buyerFee,
    escrow: -done.escrow,
    held_fee: buyerFee,
  })
}

/** Expects that the amounts in the notices of these events sum to their total and equal what was booked. */
async function expectNotices(
  tx: TransactionSql,
  events: string[],
  done: { pending: number; wallet: number },
) {
  const rows = await tx<{ event: string; data: Record<string, number> }[]>`
    select event, data from public.notifications
    where event = any (${events}) and data ->> 'order_id' = tests.order_id()::text`
  for (const { event, data } of rows) {
    const fees = data['fees_minor'] ?? data['creator_fee_minor'] ?? 0
    const { total_minor: total = 0, creator_minor: creator = 0, brand_minor: brand = 0 } = data
    expect(creator + fees + brand, event).toBe(total)
    expect([event, creator, brand]).toEqual([event, done.pending, done.wallet])
  }
  return rows.map(({ event }) => event)
}

async function fillWallet(tx: TransactionSql, amount: number) {
  if (amount === 0) return
  await tx`update private.settings set value = 0 where key in ('buyer_fee', 'creator_fee')`
  await tx`select tests.make_order(tests.id('brand'), tests.id('kol'), 'declined', ${amount})`
}

/** Places the order, and pays it as the pay dialog says. */
async function placeAndPay(tx: TransactionSql, it: Walk, parts: number[]) {
  await tx`update private.settings set value = ${it.creatorFee} where key = 'creator_fee'`
  await tx`update private.settings set value = ${it.buyerFee} where key = 'buyer_fee'`
  await (parts.length > 0
    ? tx`select tests.make_milestones(tests.id('brand'), tests.id('kol'), 'pending_payment', ${parts})`
    : tx`select tests.make_order(tests.id('brand'), tests.id('kol'), 'pending_payment', ${it.price})`)
  const asked = await previewTo(tx, 'brand')
  expect(asked.is_paid).toBe(false)
  expect(asked.total_minor).toBe(totalPrice(it.price, it.buyerFee, 'USD'))
  expect(asked.creator_minor).toBe(creatorShare(it.price, it.creatorFee))
  await actAs(tx, 'brand')
  if (asked.provider_minor === 0) await tx`select public.pay_from_wallet(tests.order_id())`
  else await tx`select public.start_checkout(tests.order_id())`
  await actAsOwner(tx)
  if (asked.provider_minor !== 0)
    await tx`select private.record_payment('sandbox', 'this', tests.order_id(), ${asked.provider_minor}, 'USD')`
  const receipt = await previewTo(tx, 'brand')
  expect(receipt).toEqual({ ...asked, is_paid: true })
  const done = await booked(tx, 0)
  expect(done.escrow + done.fees).toBe(receipt.total_minor)
  expect(done.wallet + (receipt.wallet_minor ?? 0)).toBe(0)
  return receipt
}

/** Accepts milestones, but not the last; returns the part of the buyer's fee that the platform keeps for them. */
async function acceptParts(tx: TransactionSql, it: Walk, parts: number[]): Promise<number> {
  let kept = 0
  // Only an order without milestones has to be accepted. Milestones come from the creator's offer, which starts when paid.
  if (parts.length === 0) {
    await actAs(tx, 'kol')
    await tx`select public.accept_order(tests.order_id())`
    await actAsOwner(tx)
  }
  const before = Math.min(it.acceptedParts, Math.max(0, parts.length - 1))
  const [order] = await tx<{ price_minor: number; fee_minor: number }[]>`
    select price_minor::float8, fee_minor::float8 from public.pack_orders where id = tests.order_id()`
  const nets = netsOf(
    order!,
    parts.map((amount_minor) => ({ amount_minor })),
  )
  for (let part = 1; part <= before; part += 1) {
    await tx`select tests.deliver(tests.order_id(), ${`Part ${part}`})`
    const announced = await actionOf(tx, 'brand', 'accept_milestone')
    const last = await lastTransfer(tx)
    await tx`delete from public.notifications`
    await tx`select tests.accept_part(tests.order_id())`
    await actAsOwner(tx)
    const done = await booked(tx, last)
    if (!announced) throw new Error('the milestone is not offered')
    expectBooked(announced, done, announced.buyer_fee_minor)
    expect(done.pending).toBe(nets[part - 1])
    kept += announced.buyer_fee_minor
    const noticed = await expectNotices(tx, ['milestone_accepted'], done)
    expect(noticed).toHaveLength(1)
  }
  return kept
}

/** Ends the order; returns the division that the screen announced. */
async function finish(tx: TransactionSql, it: Walk, parts: number[]): Promise<Split> {
  const open = await previewTo(tx, 'kol')
  const [row] = await tx<{ released: number }[]>`
    select released_minor::float8 as released from public.pack_orders where id = tests.order_id()`
  const released = row?.released ?? 0
  const share = released + Math.floor(((it.price - released) * it.share) / 1000)
  const deliver = () => tx`select tests.deliver(tests.order_id(), 'The work')`
  const needed = (split: Split | null) => split ?? expect.fail('the action is not offered')
  switch (it.end) {
    case 'accepted': {
      const isLast = parts.length - 1 <= it.acceptedParts
      if (parts.length > 0 && !isLast) return finish(tx, { ...it, end: 'cancelled' }, parts)
      await deliver()
      const action = parts.length > 0 ? 'accept_milestone' : 'complete_order'
      const announced = needed(await actionOf(tx, 'brand', action))
      await (parts.length > 0
        ? tx`select tests.accept_part(tests.order_id())`
        : tx`select tests.act_as(tests.id('brand'))`)
      if (parts.length === 0) await tx`select public.complete_order(tests.order_id())`
      return announced
    }
    case 'silence':
      if (parts.length > 0) return finish(tx, { ...it, end: 'cancelled' }, parts)
      await deliver()
      await actAsOwner(tx)
      await tx`select private.run_due_work(now() + interval '72 hours')`
      return splitOfRest(open)
    case 'cancelled': {
      await tx`update public.pack_orders set cancel_requested_by = kol_id, cancel_requested_until = now() + interval '1 hour' where id = tests.order_id()`
      const announced = needed(await actionOf(tx, 'brand', 'cancel_order'))
      await actAs(tx, 'brand')
      await tx`select public.cancel_order(tests.order_id(), 'Agreed.')`
      return announced
    }
    case 'agreed': {
      await actAs(tx, 'kol')
      await tx`select public.open_dispute(tests.order_id(), 'This does not work.')`
      await tx`select public.propose_settlement(tests.order_id(), ${share})`
      await actAsOwner(tx)
      const seen = splitOfRest(await previewTo(tx, 'brand', share))
      const announced = needed(await actionOf(tx, 'brand', 'accept_settlement'))
      expect(announced).toEqual({
        total_minor: seen.total_minor,
        held_fee_minor: seen.held_fee_minor,
        creator_minor: seen.creator_minor,
        creator_fee_minor: seen.creator_fee_minor,
        buyer_fee_minor: seen.buyer_fee_minor,
        brand_minor: seen.brand_minor,
      })
      await actAs(tx, 'brand')
      await tx`select public.accept_settlement(tests.order_id(), ${share})`
      return announced
    }
    case 'ruled': {
      await actAs(tx, 'kol')
      await tx`select public.open_dispute(tests.order_id(), 'This does not work.')`
      await actAsOwner(tx)
      await tx`select private.move_order(o, 'awaiting_ruling', 'clock', null, null, now())
        from public.pack_orders o where o.id = tests.order_id()`
      await tx`select private.move_order(o, 'ruled', 'staff', null, 'So.', now(), ${share})
        from public.pack_orders o where o.id = tests.order_id()`
      const announced = splitOfRest(await previewTo(tx, 'kol', share))
      await tx`select tests.let_appeals_pass()`
      return announced
    }
  }
}

/** The sums on the brand's page of an order: paid into escrow and as the fee, and returned of each. */
async function namedToBrand(tx: TransactionSql) {
  await actAs(tx, 'brand')
  const moves = await tx<MoneyMove[]>`select * from public.money_moves(tests.order_id())`
  await actAsOwner(tx)
  const moved = moves.flatMap((move) => eventOf(move).moved)
  const of = (place: 'from' | 'to', kind: string) =>
    sum(moved.filter((each) => each[place] === kind).map((each) => each.amount_minor))
  return {
    escrow: of('to', 'escrow'),
    fee: of('to', 'fee'),
    fromEscrow: of('from', 'escrow'),
    fromFee: of('from', 'fee'),
  }
}

const TOLD = [
  'order_completed_brand',
  'order_completed_creator',
  'order_earned',
  'dispute_settled_brand',
  'dispute_settled_creator',
  'settlement_proposed',
  'settlement_proposed_brand',
  'settlement_proposed_to_silent',
  'settlement_proposed_to_silent_brand',
  'ruling_made',
  'ruling_made_brand',
  'order_cancelled_refunded',
]

async function expectAnnounced(tx: TransactionSql, it: Walk) {
  await tx`select tests.make_member('brand', 'brand'), tests.make_member('kol', 'kol')`
  await fillWallet(tx, it.wallet)
  const parts = partsOfPrice(it)
  const receipt = await placeAndPay(tx, it, parts)
  const kept = await acceptParts(tx, it, parts)
  const last = await lastTransfer(tx)
  await tx`delete from public.notifications`
  const announced = await finish(tx, it, parts)
  await actAsOwner(tx)
  const done = await booked(tx, last)
  expectBooked(announced, done, receipt.total_minor - it.price - kept)
  await expectNotices(tx, TOLD, done)
  // The screen of the ended order shows the whole division, from the payment on.
  const ended = await previewTo(tx, 'kol')
  expectSum(ended)
  expect(ended.total_minor).toBe(receipt.total_minor)
  expect(splitOfRest(ended).brand_minor).toBe(done.wallet)
  expect(ended.creator_minor).toBe((await booked(tx, 0)).pending)
  expect([ended.wallet_minor, ended.provider_minor]).toEqual([null, null])
  const returnedFee = ended.held_fee_minor - ended.buyer_fee_minor
  expect(await namedToBrand(tx)).toEqual({
    escrow: it.price,
    fee: receipt.held_fee_minor,
    fromEscrow: ended.brand_minor - returnedFee,
    fromFee: returnedFee,
  })
}

test('every sum that an order announces is booked, and its parts add up to the whole', async () => {
  await fc.assert(
    fc.asyncProperty(walk, (it) => rolledBack(db.sql, (tx) => expectAnnounced(tx, it))),
    { numRuns: RUNS },
  )
})

const mostly = fc.nat(4).map((drawn) => drawn > 0)
const dispute = fc.record({
  isDelivered: mostly,
  /** The part of the payment that the provider takes back, in thousandths. */
  part: fc.integer({ min: 1, max: 1000 }),
  isDecidedByBounds: mostly,
})
type Dispute = typeof dispute extends fc.Arbitrary<infer Value> ? Value : never

async function placesOfMoney(tx: TransactionSql) {
  const [row] = await tx<
    {
      wallet: number
      escrow: number
      pending: number
      fees: number
      loss: number
      owed: number
      isOpen: boolean
    }[]
  >`
    select tests.balance(tests.id('brand'), 'wallet')::float8 as wallet,
      tests.balance(tests.id('brand'), 'escrow')::float8 as escrow,
      tests.balance(tests.id('kol'), 'pending')::float8 as pending,
      tests.balance(null, 'fees_held')::float8 as fees, tests.balance(null, 'loss')::float8 as loss,
      coalesce(c.owed_minor, 0)::float8 as owed, (private.order_status(o.status)).holds_escrow as "isOpen"
    from public.pack_orders o left join private.chargebacks c on c.status <> 'won'
    where o.id = tests.order_id()`
  if (!row) throw new Error('no order')
  const { owed, isOpen, ...places } = row
  return { ...places, owed, isOpen, total: sum(Object.values(places)) }
}

/** The amounts of both sides if the order ends with the creator's earned share, and the order's largest payment. */
async function earnedSoFar(tx: TransactionSql) {
  const [row] = await tx<{ ref: string; paid: number; creator: number; brand: number }[]>`
    select p.provider_ref as ref, p.amount_minor::float8 as paid, s.creator_minor::float8 as creator, s.brand_minor::float8 as brand
    from public.pack_orders o join private.order_funding f on f.order_id = o.id join public.payments p on p.id = f.payment_id,
      private.split_rest(o, private.earned_share(o)) as s
    where o.id = tests.order_id() order by f.amount_minor desc limit 1`
  return row ?? expect.fail('not paid')
}

/** Opens a dispute and loses it. Then staff decide that the platform bears all, or their time passes. */
async function lose(tx: TransactionSql, ref: string, amount: number, isDecidedByBounds: boolean) {
  const report = (status: string) =>
    tx`select private.record_provider_dispute('sandbox', ${ref}, 'dp', ${status}, ${amount}, 'USD')`
  await report('opened')
  const { owed } = await placesOfMoney(tx)
  await report('lost')
  if (!isDecidedByBounds)
    await tx`select private.apportion_chargeback(c, true, now()) from private.chargebacks c where c.apportioned_at is null`
  await tx`select private.work_chargebacks(now() + interval '8 days')`
  return { owed, win: () => report('won') }
}

/** The allowed difference: the buyer's fee is divided in proportion to the price, each rounded to whole units. */
const ROUNDING = 2

async function expectTaken(tx: TransactionSql, it: Walk, by: Dispute) {
  await tx`select tests.make_member('brand', 'brand'), tests.make_member('kol', 'kol')`
  await fillWallet(tx, it.wallet)
  const parts = partsOfPrice(it)
  await placeAndPay(tx, it, parts)
  await acceptParts(tx, it, parts)
  if (by.isDelivered) await tx`select tests.deliver(tests.order_id(), 'The work')`
  await actAsOwner(tx)
  const order = await earnedSoFar(tx)
  const start = await placesOfMoney(tx)
  const earned = {
    pending: start.pending + order.creator,
    // The platform also earns the part of escrow and held fee that goes to neither side.
    fees: start.fees + start.escrow - order.creator - order.brand,
  }
  const amount = Math.ceil((order.paid * by.part) / 1000)
  const { owed, win } = await lose(tx, order.ref, amount, by.isDecidedByBounds)
  const lost = await placesOfMoney(tx)
  expect(lost.total).toBe(start.total - amount)
  expect(lost.isOpen && owed * 20 > it.price).toBe(false)
  if (lost.isOpen) return
  const most = it.buyerFee > 0 ? ROUNDING : 0
  const own = Math.max(0, order.brand - owed)
  expect(lost.wallet).toBeGreaterThanOrEqual(own)
  expect(lost.wallet).toBeLessThanOrEqual(own + most)
  // A decision of staff leaves the creator everything. Without it, the creator keeps nothing while the brand owes.
  const kept = lost.owed > 0 ? 0 : lost.pending
  expect(lost.pending).toBe(by.isDecidedByBounds ? kept : earned.pending)
  await win()
  const won = await placesOfMoney(tx)
  expect(won.total).toBe(start.total)
  expect([won.pending, won.owed, won.loss]).toEqual([earned.pending, 0, 0])
  expect(won.fees).toBeLessThanOrEqual(earned.fees)
  expect(won.fees).toBeGreaterThanOrEqual(earned.fees - most)
}

test('a lost dispute takes from the creator only what the brand cannot pay, and gives the brand no money', async () => {
  await fc.assert(
    // The wallet is smaller than the price, because a wallet that covers the dispute would leave the creator untouched.
    fc.asyncProperty(walk, dispute, (it, by) =>
      rolledBack(db.sql, (tx) =>
        expectTaken(tx, { ...it, wallet: it.wallet < it.price ? it.wallet : 0 }, by),
      ),
    ),
    { numRuns: RUNS },
  )
})
