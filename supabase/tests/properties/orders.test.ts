// Random walks through the states of orders: random members send requests at random times, some twice
// and some that make no sense. After every step the database agrees with a plain model about
// each order, each balance and each refusal, and the ledger has no fault.
import fc from 'fast-check'
import type { TransactionSql } from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { refusal, rolledBack, times, testDatabase } from '../support/race.ts'
import {
  apply,
  chargedBack,
  HOUR,
  nextStep,
  paid,
  payDebts,
  placed,
  STATES,
  TERMS,
} from './orders.model.ts'
import type { Order, Side, Step } from './orders.model.ts'
import {
  debtOf,
  lossOf,
  newWallet,
  balanceOf,
  recoverFromSuspense,
  suspenseOf,
} from './orders.money.ts'

const RUNS = times(1500, 25, 5)

/** One request: to which order, how long after the last one, and whether it is sent twice. */
type Request = { order: number; step: Step | { do: 'next_step'; choice: number }; twice: boolean }

const side = fc.constantFrom<Side>('brand', 'creator')
const share = fc.oneof(fc.constantFrom(0, 1, 9999, 10000, 10001), fc.nat(10000))
const note = fc.constantFrom('one', 'two')
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('pay' as const),
    amount: fc.constantFrom<'exact' | 'less' | 'more' | 'rest'>('exact', 'less', 'more', 'rest'),
  }),
  fc.record({ do: fc.constantFrom('pay_from_wallet' as const, 'checkout' as const), by: side }),
  fc.record({
    do: fc.constantFrom('accept' as const, 'decline' as const, 'complete' as const),
    by: side,
  }),
  fc.record({ do: fc.constant('extend' as const), by: side }),
  fc.record({
    do: fc.constantFrom(
      'deliver' as const,
      'revise' as const,
      'show_draft' as const,
      'change_draft' as const,
    ),
    by: side,
    note,
  }),
  fc.record({ do: fc.constant('approve_draft' as const), by: side }),
  fc.record({ do: fc.constant('accept_part' as const), by: side, part: fc.nat(3) }),
  fc.record({ do: fc.constant('cancel' as const), by: side }),
  fc.record({
    do: fc.constant('tip' as const),
    by: side,
    amount: fc.integer({ min: 99, max: 3000 }),
  }),
  fc.record({
    do: fc.constant('dispute' as const),
    by: fc.constantFrom<'brand' | 'creator' | 'staff'>('brand', 'creator', 'staff'),
  }),
  fc.record({ do: fc.constant('propose' as const), by: side, share }),
  fc.record({
    do: fc.constantFrom(
      'withdraw' as const,
      'settle' as const,
      'evidence' as const,
      'answer' as const,
      'appeal' as const,
    ),
    by: side,
  }),
  fc.record({ do: fc.constantFrom('rule' as const, 'decide' as const), share }),
  fc.record({ do: fc.constant('charge_back' as const), part: fc.constantFrom(1, 40, 100, 130) }),
  fc.record({ do: fc.constant('win' as const), choice: fc.nat(5) }),
  fc.record({ do: fc.constant('unfreeze' as const) }),
  fc.record({
    do: fc.constant('wait' as const),
    hours: fc.constantFrom(1, 23, 24, 47, 72, 96, 120, 168, 192, 336),
  }),
)
const request: fc.Arbitrary<Request> = fc.record({
  order: fc.nat(1),
  step: fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('next_step' as const), choice: fc.nat(20000) }),
    },
    { weight: 3, arbitrary: step },
  ),
  twice: fc.boolean(),
})
const walk = fc.record({
  prices: fc.tuple(fc.integer({ min: 2, max: 12000 }), fc.integer({ min: 2, max: 12000 })),
  /** The places at which the second order's price is cut into milestones, in thousandths. */
  cuts: fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 4 }),
  /** Whether each order asks for drafts. */
  drafts: fc.tuple(fc.boolean(), fc.boolean()),
  requests: fc.array(request, { minLength: 10, maxLength: 40, size: 'max' }),
})

const db = testDatabase(2)
beforeAll(async () => {
  await db.sql`update private.settings set value = ${TERMS.buyerFee} where key = 'buyer_fee'`
  await db.sql`select tests.lift_limits()`
  // Longer than any walk, because the model does not know that an old dispute counts as lost.
  await db.sql`update private.settings set value = 720 where key = 'chargeback_wait_most'`
  // Small prices are allowed, because they show errors of rounding.
  await db.sql`update public.currencies set min_price_minor = 1 where code = 'USD'`
})

test('the database agrees with the model of orders after any sequence of acts', async () => {
  await fc.assert(
    fc.asyncProperty(walk, async ({ prices, cuts, drafts, requests }) => {
      const parts = [[], partsOf(prices[1], cuts)]
      const terms = prices.map((price, n) => ({
        price,
        parts: parts[n] ?? [],
        needsDraft: drafts[n] ?? false,
      }))
      // The transaction is rolled back, so that every walk begins in an empty market.
      const { steps, faults } = await rolledBack(db.sql, (tx) => play(tx, terms, requests))
      for (const { real, model } of steps) expect(real).toEqual(model)
      expect(faults).toEqual([])
    }),
    { numRuns: RUNS },
  )
}, 1_800_000)

type Market = {
  at: number
  brand: string
  kol: string
  judge: string
  /** The member of staff who decides appeals. */
  second: string
  ids: string[]
  orders: Order[]
  /** The references of the chargebacks, in the order in which they came. */
  references: string[]
}

/** Milestones of at least one unit each that sum to the price; none without a cut. */
function partsOf(price: number, cuts: number[]): number[] {
  const places = [...new Set(cuts.map((cut) => Math.floor((price * cut) / 1000)))]
    .filter((place) => place > 0 && place < price)
    .toSorted((a, b) => a - b)
  if (places.length === 0) return []
  return [...places, price].map((place, n) => place - (places[n - 1] ?? 0))
}

type Terms = { price: number; parts: number[]; needsDraft: boolean }

async function play(tx: TransactionSql, terms: Terms[], requests: Request[]) {
  const market = await open(tx, terms)
  const steps: { real: unknown; model: unknown }[] = []
  for (const { order, step, twice } of requests) {
    const model = market.orders[order]
    const id = market.ids[order]
    if (!model || !id) continue
    const concrete = step.do === 'next_step' ? nextStep(model, step.choice) : step
    if (concrete.do === 'wait') market.at += concrete.hours * HOUR
    // References rise with the steps, because payments of the same time are sorted by them.
    const reference = `${String(steps.length).padStart(3, '0')} ${id}`
    for (const repeated of twice ? [false, true] : [false]) {
      const offer = await offered(tx, market, id, concrete)
      const before = changeable(market, concrete)
      const said = await send(tx, market, id, model, concrete, reference)
      if (concrete.do === 'charge_back' && !repeated) market.references.push(`cb ${reference}`)
      const expected =
        repeated && COUNTED_ONCE.has(concrete.do) ? null : answer(market, model, concrete)
      steps.push({
        real: { concrete, said, ...(await realState(tx, market.ids)), offered: offer },
        model: {
          concrete,
          said: expected,
          ...modelState(market),
          offered: offerFor(
            concrete,
            offer,
            expected,
            before === changeable(market, concrete),
            debtOf(model.wallet) > 0,
          ),
        },
      })
    }
  }
  return { steps, faults: await faultsOf(tx) }
}

/** Steps that are sent twice with one reference, so that they take effect once. */
const COUNTED_ONCE = new Set(['pay', 'charge_back'])

function answer(market: Market, model: Order, step: Step): string | null {
  if (step.do !== 'wait') return apply(model, step, market.at)
  recoverFromSuspense(model.wallet)
  payDebts(model.wallet, market.at)
  const due = (order: Order) => order.dueAt ?? Infinity
  const inOrder = market.orders.toSorted((a, b) => due(a) - due(b) || a.idPlace - b.idPlace)
  for (const order of inOrder) apply(order, step, market.at)
  return null
}

const BEGIN = new Date('2030-01-01T00:00:00Z')

async function open(tx: TransactionSql, terms: Terms[]): Promise<Market> {
  const [people] = await tx<{ brand: string; kol: string; judge: string; second: string }[]>`
    select tests.make_member('brand', 'brand') as brand, tests.make_member('kol', 'kol') as kol,
      tests.make_staff('judge') as judge, tests.make_staff('second') as second`
  if (!people) throw new Error('no members')
  const wallet = newWallet()
  const ids: string[] = []
  for (const each of terms) {
    if (each.parts.length > 0) {
      ids.push(await accepted(tx, people, each))
      continue
    }
    const [pack] = await tx<{ id: string }[]>`select tests.make_pack(
      ${people.kol}, ${each.price}, needs_draft => ${each.needsDraft}) as id`
    await tx`select tests.move_time_as(${people.brand}, ${BEGIN})`
    const [order] = await tx<{ id: string }[]>`
      select id from public.place_order(${pack?.id ?? ''}, 'Please.', gen_random_uuid())`
    await tx`select tests.act_as_owner()`
    ids.push(order?.id ?? '')
  }
  const at = BEGIN.getTime()
  const sortedIds = ids.toSorted()
  const orders = terms.map(({ price, parts, needsDraft }, n) =>
    placed(wallet, price, at, sortedIds.indexOf(ids[n] ?? ''), parts, needsDraft),
  )
  return { ...people, at, ids, orders, references: [] }
}

/** Accepts a creator's offer, with which an order with milestones begins. */
async function accepted(
  tx: TransactionSql,
  people: { brand: string; kol: string },
  { price, parts, needsDraft }: Terms,
): Promise<string> {
  const { brand, kol } = people
  const [talk] = await tx<{ id: string }[]>`
    insert into public.conversations (member_a, member_b, opened_by)
    values (least(${brand}::uuid, ${kol}), greatest(${brand}::uuid, ${kol}), ${brand}) returning id`
  await tx`select tests.move_time_as(${kol}, ${BEGIN})`
  const [offer] = await tx<{ id: string; terms_hash: string }[]>`
    select id, terms_hash from public.make_offer(${talk?.id ?? ''}, 'In parts', 'All of it.', ${price}, 'USD',
      ${TERMS.deliveryDays}, ${TERMS.revisions}, gen_random_uuid(), tests.milestones(${parts}), needs_draft => ${needsDraft})`
  await tx`select tests.move_time_as(${brand}, ${BEGIN})`
  const [order] = await tx<{ id: string }[]>`
    select id from public.accept_offer(${offer?.id ?? ''}, ${offer?.terms_hash ?? ''})`
  await tx`select tests.act_as_owner()`
  return order?.id ?? ''
}

function actorOf(market: Market, step: Step): string {
  const people = { brand: market.brand, creator: market.kol, staff: market.judge }
  return step.do === 'decide' ? market.second : people['by' in step ? step.by : 'staff']
}

/** Sends the request as the step's member; returns the token of a refusal, or null. */
async function send(
  tx: TransactionSql,
  market: Market,
  id: string,
  model: Order,
  step: Step,
  reference: string,
): Promise<string | null> {
  const by = actorOf(market, step)
  const asOwner = ['pay', 'charge_back', 'win', 'wait'].includes(step.do)
  try {
    await tx.savepoint(async (sp) => {
      if (!asOwner) await sp`select tests.move_time_as(${by}, ${new Date(market.at)})`
      await requested(sp, market, id, model, step, reference)
    })
  } catch (error) {
    return refusal(error)
  }
  await tx`select tests.act_as_owner()`
  return null
}

/** Steps that order_actions can offer, each with its name there. */
const ACTIONS: Partial<Record<Step['do'], string>> = {
  pay_from_wallet: 'pay_from_wallet',
  checkout: 'checkout',
  accept: 'accept_order',
  decline: 'decline_order',
  complete: 'complete_order',
  accept_part: 'accept_milestone',
  extend: 'extend_review',
  deliver: 'deliver_order',
  revise: 'request_revision',
  show_draft: 'show_draft',
  approve_draft: 'approve_draft',
  change_draft: 'request_draft_changes',
  cancel: 'cancel_order',
  tip: 'tip_order',
  dispute: 'open_dispute',
  withdraw: 'withdraw_dispute',
  propose: 'propose_settlement',
  settle: 'accept_settlement',
  rule: 'resolve_dispute',
  evidence: 'give_evidence',
  answer: 'answer_dispute',
  appeal: 'appeal_ruling',
  decide: 'decide_appeal',
}

/** Why order_actions does not offer the step to the step's member; null when it is offered. */
async function offered(tx: TransactionSql, market: Market, id: string, step: Step) {
  const action = ACTIONS[step.do]
  if (!action) return undefined
  await tx`select tests.move_time_as(${actorOf(market, step)}, ${new Date(market.at)})`
  // Staff must have read a case before they decide it.
  if (step.do === 'rule') await tx`select tests.read_case(${id})`
  if (step.do === 'decide')
    await tx`select tests.read_case(id) from public.pack_orders where id = ${id} and status = 'appealed'`
  const [row] = await tx<{ refusal: string | null }[]>`
    select refusal from public.order_actions(${id}) where action = ${action}`
  await tx`select tests.act_as_owner()`
  return row?.refusal
}

/**
 * The expected answer of order_actions: a step is offered if and only if its request is not refused. Exceptions: a
 * repeated request is not offered, yet accepted without effect; and an offer knows neither the amount or milestone of
 * the request, nor a debt that due work has not yet taken.
 */
function offerFor(
  step: Step,
  offer: string | null | undefined,
  expected: string | null,
  unchanged: boolean,
  owes: boolean,
) {
  if (offer === undefined) return undefined
  const isRepeated = expected === null && unchanged && offer !== null
  const isWrong =
    ['share_out_of_range', 'milestone_not_next', 'tip_out_of_range'].includes(expected ?? '') ||
    ((step.do === 'tip' || owes) && expected === 'insufficient_funds' && offer === null)
  return isRepeated || isWrong ? offer : expected
}

/** The state that a new request would change. For payments from the wallet only moves count, as each one pays debts. */
const changeable = (market: Market, step: Step) =>
  JSON.stringify(
    step.do === 'pay_from_wallet' ? market.orders.map(({ moves }) => moves) : modelState(market),
  )

function requested(
  sp: TransactionSql,
  market: Market,
  id: string,
  model: Order,
  step: Step,
  reference: string,
): Promise<unknown> {
  const at = new Date(market.at)
  switch (step.do) {
    case 'pay':
      return sp`select private.record_payment('sandbox', ${reference}, ${id}, ${paid(model, step)}, 'USD', ${at})`
    case 'checkout':
      return sp`select public.start_checkout(${id}, true)`
    case 'pay_from_wallet':
      return sp`select public.pay_from_wallet(${id})`
    case 'accept':
      return sp`select public.accept_order(${id})`
    case 'decline':
      return sp`select public.decline_order(${id}, 'No.')`
    case 'complete':
      return sp`select public.complete_order(${id})`
    case 'accept_part':
      return sp`select public.accept_milestone(${id}, (
        select m.id from public.order_milestones m where m.order_id = ${id} and m.position = ${step.part + 1}))`
    case 'extend':
      return sp`select private.extend_review(${id})`
    case 'deliver':
      return sp`select public.deliver_order(${id}, ${step.note}, '{https://a.b}')`
    case 'show_draft':
      return sp`select public.show_draft(${id}, ${step.note}, '{}')`
    case 'approve_draft':
      return sp`select public.approve_draft(${id})`
    case 'change_draft':
      return sp`select public.request_draft_changes(${id}, ${step.note})`
    case 'revise':
      return sp`select public.request_revision(${id}, ${step.note})`
    case 'cancel':
      return sp`select public.cancel_order(${id}, 'Off.')`
    case 'tip':
      return sp`select public.tip_order(${id}, ${step.amount}, '', gen_random_uuid())`
    case 'dispute':
      return sp`select public.open_dispute(${id}, 'Why.')`
    case 'withdraw':
      return sp`
        select public.withdraw_dispute(${id},
          (private.proposal_to(o, private.my_profile_id())).creator_share_minor)
        from public.pack_orders o where o.id = ${id}`
    case 'propose':
      return sp`select public.propose_settlement(${id}, ${step.share})`
    case 'settle':
      return sp`
        select public.accept_settlement(${id},
          (private.proposal_to(o, private.my_profile_id())).creator_share_minor)
        from public.pack_orders o where o.id = ${id}`
    case 'rule':
      return sp`select public.resolve_dispute(${id}, ${step.share}, 'So be it.')`
    case 'decide':
      return sp`select public.decide_appeal(${id}, ${step.share}, 'So be it.')`
    case 'evidence':
      return sp`select public.give_evidence(${id}, 'Look.')`
    case 'answer':
      return sp`select public.answer_dispute(${id}, 'No.')`
    case 'appeal':
      return sp`select public.appeal_ruling(${id}, 'Why?')`
    case 'charge_back':
      return sp`select private.record_chargeback('sandbox', ${`cb ${reference}`}, ${id},
        ${chargedBack(model, step.part)}, 'USD', ${at})`
    case 'win': {
      const won = market.references[step.choice % market.references.length]
      return won === undefined
        ? Promise.resolve()
        : sp`select private.record_provider_dispute('sandbox', ${won}, ${won}, 'won', 1, 'USD', ${at})`
    }
    case 'unfreeze':
      return sp`select public.unfreeze_profile(${market.brand}, 'Looked at.', tests.causes(${market.brand}))`
    default: // wait
      return sp`select private.run_due_work(${at})`
  }
}

function modelState(market: Market) {
  const sum = (key: 'escrow' | 'pending' | 'available' | 'feesHeld' | 'revenue') =>
    market.orders.reduce((total, order) => total + order[key], 0)
  const wallet = market.orders[0]?.wallet
  return {
    orders: market.orders.map((order) => ({
      status: order.status,
      due_at: order.dueAt,
      revisions_used: order.revisions,
      review_extended: order.extended,
      asked: order.cancelAskedBy,
      share: order.share,
      moves: order.moves,
    })),
    frozen: wallet?.isFrozen,
    wallet: wallet && balanceOf(wallet),
    escrow: sum('escrow'),
    pending: sum('pending'),
    available: sum('available'),
    fees_held: sum('feesHeld'),
    revenue: sum('revenue'),
    suspense: wallet && suspenseOf(wallet),
    // `0 -` instead of `-`, so that no loss is 0 and not -0.
    loss: wallet && 0 - lossOf(wallet),
  }
}

async function realState(tx: TransactionSql, ids: string[]) {
  const [money] = await tx`
    select ${tx.unsafe(
      ['wallet', 'escrow', 'pending', 'available', 'fees_held', 'revenue', 'suspense', 'loss']
        .map(
          (kind) =>
            `coalesce(sum(balance_minor) filter (where kind = '${kind}'), 0)::int as ${kind}`,
        )
        .join(', '),
    )} from private.accounts`
  const orders = await tx`
    select o.status, (extract(epoch from o.due_at) * 1000)::float as due_at, o.revisions_used,
      o.review_extended, o.creator_share_minor::int as share,
      case o.cancel_requested_by when o.brand_id then 'brand' when o.kol_id then 'creator' end as asked,
      (select count(*)::int from public.order_events e
        where e.order_id = o.id and e.from_status is distinct from e.to_status) as moves
    from public.pack_orders o where o.id = any (${ids}) order by array_position(${ids}, o.id)`
  const [brand] = await tx`
    select p.frozen_at is not null as frozen from public.profiles p
    join public.pack_orders o on o.brand_id = p.id where o.id = ${ids[0] ?? ''}`
  return { orders: [...orders], ...brand, ...money }
}

/** Faults that no sequence of steps may cause. The list must be empty. */
async function faultsOf(tx: TransactionSql) {
  await tx`set constraints all immediate`
  return [
    ...(await tx`select * from private.ledger_faults()`),
    ...(await tx`select * from tests.paper_faults()`),
    ...(await tx`select id, status from public.pack_orders where status <> all (${STATES})`),
    ...(await tx`
      select e.* from (
        select *, lag(to_status) over (partition by order_id order by id) as before
        from public.order_events) as e
      where e.from_status is distinct from e.before
        or e.from_status is distinct from e.to_status and e.from_status is not null and not exists (
          select from private.order_moves m
          where m.from_status = e.from_status and m.to_status = e.to_status)`),
  ]
}
