// A second implementation of the order's states in plain TypeScript: what each request does to an order and to
// the money, or why it is refused. It shares only constants such as periods with the SQL.

import {
  DISPUTED,
  OPEN,
  chargeBack,
  giveBack,
  isDisputed,
  recover,
  spendable,
  take,
  unfreeze,
  balanceOf,
  win,
} from './orders.money.ts'
import type { Lot, Wallet } from './orders.money.ts'

export const HOUR = 3600_000
export const DAY = 24 * HOUR

export const TERMS = {
  fee: 10,
  buyerFee: 5,
  deliveryDays: 7,
  revisions: 2,
  checkoutLeast: 100,
  tipLeast: 100,
}

export type Side = 'brand' | 'creator'

/** The states of an order; the last five are final. */
export const STATES = [
  'pending_payment',
  'funded',
  'in_progress',
  'draft_review',
  'draft_revision',
  'draft_approved',
  'delivered',
  'in_revision',
  ...DISPUTED,
  'completed',
  'settled',
  'declined',
  'cancelled',
  'expired',
]

/** The states in which the creator works and may be late. */
const IN_WORK = ['in_progress', 'draft_revision', 'draft_approved', 'in_revision']

export type Step =
  /** `rest` is the amount without the part that the brand last agreed to pay from the wallet. */
  | { do: 'pay'; amount: 'exact' | 'less' | 'more' | 'rest' }
  | { do: 'checkout'; by: Side }
  | { do: 'pay_from_wallet'; by: Side }
  | { do: 'accept' | 'decline' | 'complete' | 'extend' | 'approve_draft'; by: Side }
  | { do: 'deliver' | 'revise' | 'show_draft' | 'change_draft'; by: Side; note: string }
  /** `part` is the milestone's place, from 0. */
  | { do: 'accept_part'; by: Side; part: number }
  | { do: 'cancel'; by: Side }
  | { do: 'tip'; by: Side; amount: number }
  | { do: 'dispute'; by: Side | 'staff' }
  | { do: 'propose'; by: Side; share: number }
  | { do: 'withdraw' | 'settle' | 'evidence' | 'answer' | 'appeal'; by: Side }
  | { do: 'rule' | 'decide'; share: number }
  | { do: 'charge_back'; part: number }
  | { do: 'win'; choice: number }
  | { do: 'unfreeze' }
  | { do: 'wait'; hours: number }

/** One order. Its amounts are the money of this order in each place. */
export type Order = {
  wallet: Wallet
  /** The place of the order's id among all ids, which decides the order of rows, as all are placed at one time. */
  idPlace: number
  funding: Lot[]
  /** The parts that the brand agreed to pay from its wallet. */
  agreed: number[]
  /** The sum of all tips, and the time at which the work was accepted. */
  tips: number
  completedAt: number
  price: number
  /** True if each part needs a draft, which the brand approves before the work is published. */
  needsDraft: boolean
  /** The amounts of the milestones of a creator's offer, which starts when paid; empty for an order with one delivery. */
  parts: number[]
  accepted: number
  /** The amount that accepted milestones paid before the order ended. */
  released: number
  fee: number
  buyerFee: number
  status: string
  dueAt: number | null
  /** The time left to the deadline while it is stopped by a dispute of a payment; null while it runs. */
  leftMs: number | null
  revisions: number
  extended: boolean
  /** The number of moves when the review was extended. */
  extendedAfter: number
  cancelAskedBy: Side | null
  /** When the request to cancel ends. */
  cancelAskedUntil: number
  lastMove: { to: string; by: Side | 'staff' | null; note: string | null }
  /** All proposals, and the sides that have made a statement since the dispute was opened. */
  offers: { by: Side; share: number; binds: boolean }[]
  spoken: Side[]
  /** The facts that the written rule depends on. */
  wasLate: boolean
  disputedIn: string
  appealedBy: Side | null
  /** Who opened the dispute, how much time was left before the deadline, and whether a dispute was withdrawn before. */
  disputedBy: Side | 'staff' | null
  leftBeforeMs: number
  wasWithdrawn: boolean
  isAppealAnswered: boolean
  share: number | null
  escrow: number
  pending: number
  available: number
  feesHeld: number
  revenue: number
  holds: { until: number; fees: number; amount: number }[]
  moves: number
}

export function placed(
  wallet: Wallet,
  price: number,
  at: number,
  idPlace: number,
  parts: number[] = [],
  needsDraft = false,
): Order {
  const order: Order = {
    wallet,
    idPlace,
    funding: [],
    agreed: [],
    tips: 0,
    completedAt: 0,
    price,
    needsDraft,
    parts,
    accepted: 0,
    released: 0,
    fee: Math.ceil((price * TERMS.fee) / 100),
    buyerFee: Math.ceil((price * TERMS.buyerFee) / 100),
    status: 'pending_payment',
    dueAt: at + 24 * HOUR,
    leftMs: null,
    revisions: 0,
    extended: false,
    extendedAfter: -1,
    cancelAskedBy: null,
    cancelAskedUntil: 0,
    lastMove: { to: 'pending_payment', by: 'brand', note: null },
    offers: [],
    spoken: [],
    wasLate: false,
    disputedIn: '',
    appealedBy: null,
    disputedBy: null,
    leftBeforeMs: 0,
    wasWithdrawn: false,
    isAppealAnswered: false,
    share: null,
    escrow: 0,
    pending: 0,
    available: 0,
    feesHeld: 0,
    revenue: 0,
    holds: [],
    moves: 1,
  }
  wallet.orders.push(order)
  return order
}

/** A step that is possible in the order's state, so that random walks reach later states. */
export function nextStep(order: Order, choice: number): Step {
  const ways: Record<string, Step[]> = {
    pending_payment: [
      { do: 'pay', amount: 'exact' },
      { do: 'checkout', by: 'brand' },
      { do: 'pay', amount: 'rest' },
    ],
    funded: [{ do: 'accept', by: 'creator' }],
    in_progress: [
      { do: order.needsDraft ? 'show_draft' : 'deliver', by: 'creator', note: `${order.moves}` },
      { do: 'dispute', by: 'brand' },
    ],
    draft_review: [
      { do: 'approve_draft', by: 'brand' },
      { do: 'change_draft', by: 'brand', note: `less ${order.moves}` },
      { do: 'wait', hours: 48 },
    ],
    draft_revision: [{ do: 'show_draft', by: 'creator', note: `anew ${order.moves}` }],
    draft_approved: [{ do: 'deliver', by: 'creator', note: `live ${order.moves}` }],
    delivered: [
      order.parts.length > 0
        ? { do: 'accept_part', by: 'brand', part: order.accepted }
        : { do: 'complete', by: 'brand' },
      { do: 'revise', by: 'brand', note: `more ${order.moves}` },
      { do: 'dispute', by: 'creator' },
    ],
    in_revision: [{ do: 'deliver', by: 'creator', note: `again ${order.moves}` }],
    disputed: [
      { do: 'propose', by: 'brand', share: choice % (order.price + 1) },
      { do: 'settle', by: 'creator' },
      { do: 'rule', share: choice % (order.price + 1) },
      { do: 'evidence', by: 'creator' },
      { do: 'withdraw', by: choice % 2 === 0 ? 'brand' : 'creator' },
      { do: 'wait', hours: 120 },
    ],
    awaiting_ruling: [
      { do: 'rule', share: choice % (order.price + 1) },
      { do: 'wait', hours: 336 },
    ],
    ruled: [
      { do: 'appeal', by: 'creator' },
      { do: 'wait', hours: 72 },
    ],
    appealed: [
      { do: 'answer', by: 'brand' },
      { do: 'decide', share: choice % (order.price + 1) },
      { do: 'wait', hours: 336 },
    ],
  }
  const list = ways[order.status] ?? []
  return list[choice % list.length] ?? { do: 'wait', hours: 24 * 14 }
}

/** Does a step; returns null, or the token of the refusal if nothing was changed. */
export function apply(order: Order, step: Step, at: number): string | null {
  switch (step.do) {
    case 'pay': {
      const amount = paid(order, step)
      const part = total(order) - amount
      const isAgreed = part === 0 || order.agreed.includes(part)
      if (part > 0 && !order.wallet.isFrozen) payDebts(order.wallet, at)
      const isPayable = order.status === 'pending_payment' && isAgreed
      const { isFrozen: isOfFrozen } = order.wallet
      const own = { payment: { amount, order }, amount }
      if (isPayable && !isOfFrozen && balanceOf(order.wallet) >= part) {
        fund(order, null, at, [own, ...take(order.wallet, part)])
      } else order.wallet.suspense.push({ ...own, isOfFrozen })
      return null
    }
    case 'checkout': {
      if (step.by !== 'brand') return 'not_allowed'
      if (order.wallet.isFrozen) return 'profile_frozen'
      if (order.status !== 'pending_payment') return 'order_not_payable'
      payDebts(order.wallet, at)
      const balance = balanceOf(order.wallet)
      const part = Math.min(balance, total(order) - TERMS.checkoutLeast)
      if (balance < total(order) && part > 0) order.agreed.push(part)
      return null
    }
    case 'pay_from_wallet':
      if (step.by !== 'brand') return 'not_allowed'
      if (again(order, order.parts.length > 0 ? 'in_progress' : 'funded', 'brand')) {
        payDebts(order.wallet, at)
        return null
      }
      if (order.wallet.isFrozen) return 'profile_frozen'
      if (order.status !== 'pending_payment') return 'order_not_payable'
      if (spendable(order.wallet) < total(order)) return 'insufficient_funds'
      payDebts(order.wallet, at)
      fund(order, 'brand', at, take(order.wallet, total(order)))
      return null
    case 'accept':
      if (step.by !== 'creator') return 'not_allowed'
      if (again(order, 'in_progress', 'creator')) return null
      if (order.status !== 'funded') return 'order_not_funded'
      if (stands(order)) return 'payment_disputed'
      if (order.wallet.isFrozen) return 'order_payer_frozen'
      move(order, 'in_progress', 'creator', at + TERMS.deliveryDays * DAY)
      return null
    case 'decline':
      if (step.by !== 'creator') return 'not_allowed'
      if (again(order, 'declined', 'creator')) return null
      if (order.status !== 'funded') return 'order_not_funded'
      if (stands(order)) return 'payment_disputed'
      move(order, 'declined', 'creator')
      divide(order, order.released, at)
      return null
    case 'deliver':
      if (step.by !== 'creator') return 'not_allowed'
      if (again(order, 'delivered', 'creator', step.note)) return null
      if (!['in_progress', 'draft_approved', 'in_revision'].includes(order.status)) {
        return 'order_not_in_progress'
      }
      if (stands(order)) return 'payment_disputed'
      if (order.status === 'in_progress' && order.needsDraft) return 'draft_not_approved'
      order.wasLate ||= order.dueAt !== null && at > order.dueAt
      move(order, 'delivered', 'creator', at + 72 * HOUR, step.note)
      return null
    case 'show_draft':
    case 'approve_draft':
    case 'change_draft':
      return draft(order, step, at)
    case 'revise':
      if (step.by !== 'brand') return 'not_allowed'
      if (again(order, 'in_revision', 'brand', step.note)) return null
      if (order.status !== 'delivered') return 'order_not_delivered'
      if (stands(order)) return 'payment_disputed'
      if (order.revisions >= TERMS.revisions) return 'no_revisions_left'
      order.revisions += 1
      move(order, 'in_revision', 'brand', at + TERMS.deliveryDays * DAY, step.note)
      return null
    case 'complete':
      if (step.by !== 'brand') return 'not_allowed'
      if (again(order, 'completed', 'brand')) return null
      if (order.status !== 'delivered') return 'order_not_delivered'
      if (stands(order)) return 'payment_disputed'
      if (order.parts.length > 0) return 'order_has_milestones'
      acceptWork(order, 'brand', at)
      return null
    case 'accept_part':
      if (step.by !== 'brand') return 'not_allowed'
      if (step.part < order.accepted) return null
      if (order.status !== 'delivered') return 'order_not_delivered'
      if (stands(order)) return 'payment_disputed'
      if (order.parts.length === 0) return 'order_has_no_milestones'
      if (step.part !== order.accepted) return 'milestone_not_next'
      acceptWork(order, 'brand', at)
      return null
    case 'extend':
      if (step.by !== 'brand') return 'not_allowed'
      if (order.extendedAfter === order.moves) return null
      if (order.status !== 'delivered') return 'order_not_delivered'
      if (stands(order) || order.dueAt === null) return 'payment_disputed'
      if (order.extended) return 'review_already_extended'
      order.extended = true
      order.extendedAfter = order.moves
      order.dueAt += 96 * HOUR
      return null
    case 'cancel':
      return cancel(order, step.by, at)
    case 'dispute':
      if (again(order, 'disputed', step.by)) return null
      if (![...IN_WORK, 'draft_review', 'delivered'].includes(order.status)) {
        return 'order_not_disputable'
      }
      // Staff may not open a dispute before a delivery, because by the written rule the brand would win it.
      if (step.by === 'staff' && order.status !== 'delivered') return 'not_allowed'
      if (stands(order)) return 'payment_disputed'
      order.leftBeforeMs = (order.dueAt ?? at) - at
      order.disputedBy = step.by
      order.disputedIn = order.status
      move(order, 'disputed', step.by, at + 120 * HOUR)
      return null
    case 'withdraw':
      if (order.lastMove.to === 'withdrawn' && order.lastMove.by === step.by) return null
      if (!['disputed', 'awaiting_ruling'].includes(order.status)) return 'order_not_disputed'
      if (stands(order)) return 'payment_disputed'
      if (order.disputedBy !== step.by) return 'not_allowed'
      if (order.wasWithdrawn) return 'dispute_withdrawn_before'
      move(order, order.disputedIn, step.by, at + order.leftBeforeMs)
      order.lastMove.to = 'withdrawn'
      order.wasWithdrawn = true
      order.disputedIn = ''
      order.disputedBy = null
      order.offers = []
      order.spoken = []
      return null
    case 'propose':
      if (!DISPUTED.includes(order.status)) return 'order_not_disputed'
      if (step.share < order.released || step.share > order.price) return 'share_out_of_range'
      if (offerOf(order, step.by) !== step.share) {
        const binds = order.status === 'disputed' && at < evidenceEnds(order, at)
        order.offers.push({ by: step.by, share: step.share, binds })
      }
      order.spoken.push(step.by)
      return null
    case 'evidence':
      if (order.status !== 'disputed' || at >= evidenceEnds(order, at)) return 'evidence_closed'
      order.spoken.push(step.by)
      return null
    case 'answer':
      if (order.status === 'appealed') {
        if (order.appealedBy === step.by || order.isAppealAnswered) return 'answers_closed'
        if (at >= appealAnswersEnd(order, at)) return 'answers_closed'
        order.isAppealAnswered = true
        return null
      }
      if (order.status !== 'disputed') return 'answers_closed'
      order.spoken.push(step.by)
      return null
    case 'appeal':
      if (again(order, 'appealed', step.by)) return null
      if (order.status !== 'ruled') return 'ruling_not_appealable'
      if (stands(order)) return 'payment_disputed'
      if (order.share === (step.by === 'creator' ? order.price : order.released)) {
        return 'ruling_not_appealable'
      }
      order.appealedBy = step.by
      move(order, 'appealed', step.by, at + 7 * DAY, null, order.share)
      return null
    case 'settle': {
      if (again(order, 'settled', step.by)) return null
      if (!DISPUTED.includes(order.status)) return 'order_not_disputed'
      if (stands(order)) return 'payment_disputed'
      const offer = offerOf(order, otherThan(step.by))
      if (offer === undefined) return 'no_settlement_proposed'
      settle(order, offer, step.by, at)
      return null
    }
    case 'rule':
      if (order.share === step.share && again(order, 'ruled', 'staff')) return null
      if (!['disputed', 'awaiting_ruling'].includes(order.status)) return 'order_not_disputed'
      if (stands(order)) return 'payment_disputed'
      // Nobody rules on a dispute that they opened.
      if (order.disputedBy === 'staff') return 'dispute_already_seen'
      if (order.status === 'disputed' && at < (order.dueAt ?? 0) && new Set(order.spoken).size < 2)
        return 'dispute_not_heard'
      if (step.share < order.released || step.share > order.price) return 'share_out_of_range'
      move(order, 'ruled', 'staff', at + 72 * HOUR, null, step.share)
      order.offers = []
      return null
    case 'decide':
      if (order.share === step.share && again(order, 'settled', 'staff')) return null
      if (order.status !== 'appealed') return 'order_not_appealed'
      if (stands(order)) return 'payment_disputed'
      if (!order.isAppealAnswered && at < appealAnswersEnd(order, at)) return 'dispute_not_heard'
      if (step.share < order.released || step.share > order.price) return 'share_out_of_range'
      settle(order, step.share, 'staff', at)
      return null
    case 'tip':
      return tip(order, step, at)
    case 'charge_back':
      chargeBack(order.wallet, order, chargedBack(order, step.part))
      stopOrGoOn(order.wallet, at)
      return null
    case 'win':
      win(order.wallet, order.wallet.chargebacks[step.choice % order.wallet.chargebacks.length])
      stopOrGoOn(order.wallet, at)
      return null
    case 'unfreeze':
      unfreeze(order.wallet)
      stopOrGoOn(order.wallet, at)
      return null
    default: // wait
      tick(order, at)
      return null
  }
}

export const total = (order: Order) => order.price + order.buyerFee

/** The amount that the provider reports as paid. */
export const paid = (order: Order, { amount }: Extract<Step, { do: 'pay' }>) =>
  total(order) + { exact: 0, less: -1, more: 1, rest: -(order.agreed.at(-1) ?? 0) }[amount]

/** The amount that is charged back: `part` percent of what was paid. */
export const chargedBack = (order: Order, part: number) =>
  Math.max(1, Math.floor((total(order) * part) / 100))

const otherThan = (side: Side): Side => (side === 'brand' ? 'creator' : 'brand')

const offerOf = (order: Order, by: Side) => order.offers.findLast((each) => each.by === by)?.share

/** The time until which evidence may be given: two days before the deadline, until which the other side may answer. */
const evidenceEnds = (order: Order, at = 0) =>
  (order.leftMs === null ? (order.dueAt ?? 0) : at + order.leftMs) - 48 * HOUR

/** The binding proposal that holds: the side's latest, for no more than the written rule gives it, and not answered. */
const unanswered = (order: Order) =>
  order.offers.findLast(
    (each) =>
      each.binds &&
      (each.by === 'creator' ? each.share <= byRule(order) : each.share >= byRule(order)) &&
      each === order.offers.findLast(({ by }) => by === each.by) &&
      !order.spoken.includes(otherThan(each.by)),
  )

/** The end of the time to answer an appeal: three of the seven days in which the appeal is decided. */
const appealAnswersEnd = (order: Order, at: number) =>
  (order.leftMs === null ? (order.dueAt ?? 0) : at + order.leftMs) - 96 * HOUR

/** The share of the creator by the written rule, which holds if staff do not decide. */
function byRule(order: Order): number {
  const open = order.parts[order.accepted] ?? order.price - order.released
  const disputedIn = order.disputedIn || order.status
  if (!['delivered', 'in_revision'].includes(disputedIn)) return order.released
  const brandWaits = order.disputedBy ? order.disputedBy !== 'brand' : !stands(order)
  const isHalf =
    order.wasLate ||
    (IN_WORK.includes(order.status) && (order.leftMs ?? 0) < 0) ||
    (order.disputedIn !== '' && order.leftBeforeMs < 0) ||
    (disputedIn === 'in_revision' && brandWaits) ||
    (order.disputedBy === 'creator' && order.revisions < TERMS.revisions)
  return order.released + (isHalf ? Math.floor(open / 2) : open)
}

const stands = (order: Order) => order.leftMs !== null

function again(order: Order, to: string, by: Side | 'staff', note?: string): boolean {
  const { lastMove } = order
  return (
    order.status === to &&
    lastMove.to === to &&
    lastMove.by === by &&
    (note === undefined || lastMove.note === note)
  )
}

function move(
  order: Order,
  to: string,
  by: Side | 'staff' | null,
  dueAt: number | null = null,
  note: string | null = null,
  share: number | null = null,
) {
  // An approved draft ends its lateness: only later work can be late again.
  if (order.status === 'draft_review' && to === 'draft_approved') order.wasLate = false
  order.status = to
  order.share = share
  order.dueAt = dueAt
  order.cancelAskedBy = null
  order.lastMove = { to, by, note }
  order.moves += 1
}

function fund(order: Order, by: Side | null, at: number, funding: Lot[]) {
  if (order.parts.length > 0) move(order, 'in_progress', by, at + TERMS.deliveryDays * DAY)
  else move(order, 'funded', by, at + 72 * HOUR)
  order.funding = funding
  order.escrow += order.price
  order.feesHeld += order.buyerFee
}

/** Pays a tip from the wallet, without a fee. All tips of an order are at most half of its price. */
function tip(order: Order, { by, amount }: Extract<Step, { do: 'tip' }>, at: number) {
  const { wallet } = order
  if (by !== 'brand') return 'not_allowed'
  if (wallet.isFrozen) return 'profile_frozen'
  if (order.status !== 'completed') return 'order_not_completed'
  if (at >= order.completedAt + 90 * DAY) return 'tip_window_over'
  const most = Math.floor(order.price / 2) - order.tips
  if (most < TERMS.tipLeast) return 'tip_limit_reached'
  if (spendable(wallet) < TERMS.tipLeast) return 'insufficient_funds'
  if (amount < TERMS.tipLeast || amount > most) return 'tip_out_of_range'
  if (spendable(wallet) < amount) return 'insufficient_funds'
  payDebts(wallet, at)
  take(wallet, amount)
  order.tips += amount
  order.pending += amount
  order.holds.push({ until: at + 14 * DAY, amount, fees: 0 })
  return null
}

/** Shows a draft, approves it, or requests changes, which count as a revision. */
function draft(order: Order, step: Step, at: number): string | null {
  if (step.do === 'show_draft') {
    if (step.by !== 'creator') return 'not_allowed'
    if (again(order, 'draft_review', 'creator', step.note)) return null
    if (!['in_progress', 'draft_revision'].includes(order.status)) return 'order_not_in_progress'
    if (stands(order)) return 'payment_disputed'
    if (!order.needsDraft) return 'draft_not_needed'
    order.wasLate ||= order.dueAt !== null && at > order.dueAt
    move(order, 'draft_review', 'creator', at + 48 * HOUR, step.note)
  } else if (step.do === 'approve_draft') {
    if (step.by !== 'brand') return 'not_allowed'
    if (again(order, 'draft_approved', 'brand')) return null
    if (order.status !== 'draft_review') return 'draft_not_shown'
    if (stands(order)) return 'payment_disputed'
    move(order, 'draft_approved', 'brand', at + TERMS.deliveryDays * DAY)
  } else if (step.do === 'change_draft') {
    if (step.by !== 'brand') return 'not_allowed'
    if (again(order, 'draft_revision', 'brand', step.note)) return null
    if (order.status !== 'draft_review') return 'draft_not_shown'
    if (stands(order)) return 'payment_disputed'
    if (order.revisions >= TERMS.revisions) return 'no_revisions_left'
    order.revisions += 1
    move(order, 'draft_revision', 'brand', at + TERMS.deliveryDays * DAY, step.note)
  }
  return null
}

const feeOf = (order: Order, share: number) => Math.floor((order.fee * share) / order.price)

/**
 * Divides the price. The creator gets `share`, in which paid milestones are included; fees are proportional, and
 * the brand gets what is left by rounding.
 */
function divide(order: Order, share: number, at: number) {
  const { released } = order
  const fee = feeOf(order, share)
  const kept = Math.floor((order.buyerFee * share) / order.price)
  const earned = share - fee - (released - feeOf(order, released))
  order.escrow -= order.price - released
  giveBack(order.wallet, order, order.price - share + order.buyerFee - kept)
  order.pending += earned
  order.feesHeld += fee - feeOf(order, released) + kept - order.buyerFee
  if (share > 0) order.holds.push({ until: at + 14 * DAY, amount: earned, fees: fee + kept })
}

/** Pays the next milestone; the last one completes the order. */
function acceptWork(order: Order, by: Side | null, at: number) {
  const amount = order.parts[order.accepted] ?? 0
  order.accepted += Math.min(1, order.parts.length)
  order.wasLate = false
  if (order.accepted === order.parts.length) {
    order.completedAt = at
    move(order, 'completed', by)
    divide(order, order.price, at)
    return
  }
  move(order, 'in_progress', by, at + TERMS.deliveryDays * DAY)
  const fee = feeOf(order, order.released + amount) - feeOf(order, order.released)
  order.released += amount
  order.escrow -= amount
  order.pending += amount - fee
  order.feesHeld += fee
  order.holds.push({ until: at + 14 * DAY, amount: amount - fee, fees: 0 })
}

function settle(order: Order, share: number, by: Side | 'staff' | null, at: number) {
  move(order, 'settled', by, null, null, share)
  divide(order, share, at)
}

function cancel(order: Order, by: Side, at: number): string | null {
  if (again(order, 'cancelled', by)) return null
  if (!['pending_payment', 'funded', 'draft_review', ...IN_WORK].includes(order.status)) {
    return 'order_not_cancellable'
  }
  // Before the payment, the creator may cancel only an order from their own offer, which they have agreed to.
  const isAgreed = order.status === 'pending_payment' && order.parts.length > 0
  if (['pending_payment', 'funded'].includes(order.status) && by === 'creator' && !isAgreed)
    return 'not_allowed'
  const askedBy = at < order.cancelAskedUntil ? order.cancelAskedBy : null
  if (stands(order)) {
    // A repeated request changes nothing, unless the work is so late that the brand may cancel without consent.
    const isLate =
      by === 'brand' &&
      IN_WORK.includes(order.status) &&
      order.status !== 'in_revision' &&
      order.leftMs! <= -24 * HOUR
    return askedBy === by && !isLate ? null : 'payment_disputed'
  }
  if (order.status === 'pending_payment') {
    move(order, 'cancelled', by)
    return null
  }
  const late = order.dueAt !== null && at >= order.dueAt + 24 * HOUR
  const agreed = askedBy !== null && askedBy !== by
  const endsAlone = by === 'brand' && late && order.status !== 'in_revision'
  if (order.status === 'funded' || endsAlone || agreed) {
    move(order, 'cancelled', by)
    divide(order, order.released, at)
  } else if (askedBy !== by) {
    order.cancelAskedBy = by
    order.cancelAskedUntil = at + 48 * HOUR
  }
  return null
}

/** Pays the brand's debts from the wallet. This happens when due work runs, and before the wallet pays anything. */
export function payDebts(wallet: Wallet, at: number) {
  recover(wallet)
  stopOrGoOn(wallet, at)
}

/** Stops the deadlines of orders with a disputed payment, and restarts those whose dispute has ended. */
function stopOrGoOn(wallet: Wallet, at: number) {
  for (const order of wallet.orders as Order[]) {
    if (!OPEN.includes(order.status)) continue
    if (isDisputed(wallet, order) && order.leftMs === null) {
      order.leftMs = (order.dueAt ?? at) - at
      order.dueAt = null
    } else if (!isDisputed(wallet, order) && order.leftMs !== null) {
      order.dueAt = at + order.leftMs
      order.leftMs = null
    }
  }
}

/** The time that an overdue order waits after its deadline before it moves. */
const graceOf = (status: string) =>
  [...IN_WORK, 'awaiting_ruling', 'appealed'].includes(status) ? 7 * DAY : 0

/** The creator's share of the price of an ended order; the whole price for an open one. */
function shareOf({ status, share, released, price }: Order) {
  if (status === 'settled') return share ?? 0
  return ['declined', 'cancelled', 'expired'].includes(status) ? released : price
}

function tick(order: Order, at: number) {
  const isPaid = ({ until }: { until: number }) =>
    until <= at && !isDisputed(order.wallet, order, shareOf(order))
  for (const { amount, fees } of order.holds.filter(isPaid)) {
    order.pending -= amount
    order.available += amount
    order.feesHeld -= fees
    order.revenue += fees
  }
  order.holds = order.holds.filter((hold) => !isPaid(hold))
  if (order.dueAt === null || order.dueAt + graceOf(order.status) > at) return
  if (order.status === 'pending_payment') move(order, 'expired', null)
  else if (order.status === 'draft_review') {
    move(order, 'draft_approved', null, at + TERMS.deliveryDays * DAY)
  } else if (order.status === 'in_revision') settle(order, byRule(order), null, at)
  else if (['funded', ...IN_WORK].includes(order.status)) {
    move(order, 'expired', null)
    divide(order, order.released, at)
  } else if (order.status === 'disputed') {
    const offer = unanswered(order)
    if (offer) settle(order, offer.share, null, at)
    else move(order, 'awaiting_ruling', null, at + 7 * DAY)
  } else if (order.status === 'awaiting_ruling') settle(order, byRule(order), null, at)
  else if (order.status === 'ruled' || order.status === 'appealed') {
    settle(order, order.share ?? 0, null, at)
  } else if (order.status === 'delivered') acceptWork(order, null, at)
}
