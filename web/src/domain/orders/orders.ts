// Facts about the states of an order, read from the generated copy of the database's table `order_statuses`.
import type { Terms } from '@/domain/terms.ts'
import { MILESTONE_MOVES, ORDER_STATES, PAYMENT_MOVES } from '@/domain/vocabulary.generated.ts'

export type OrderStatus = keyof typeof ORDER_STATES
export const ORDER_STATUSES = Object.keys(ORDER_STATES) as OrderStatus[]

export type OrderSide = 'brand' | 'kol'

type Sides = { brand_id: string; kol_id: string }
/** The side of a member; null for staff, who are on neither side. */
export const sideOf = (order: Sides, profileId: string): OrderSide | null =>
  order.brand_id === profileId ? 'brand' : order.kol_id === profileId ? 'kol' : null

/** The tabs of the order list: one for each phase, and one for all orders. */
export const ORDER_TABS = ['open', 'disputed', 'completed', 'closed', 'all'] as const
export type OrderTab = (typeof ORDER_TABS)[number]

export const phaseOf = (status: OrderStatus) => ORDER_STATES[status].phase

/** True while the bank decides about the payment: the order is paused, and no side has a task. */
export const isPaymentDisputed = (order: {
  status: OrderStatus
  payment_disputed_at: string | null
}): boolean => order.payment_disputed_at !== null && !isFinal(order.status)

/** True for states in which an order ends. */
export const isFinal = (status: OrderStatus) => ORDER_STATES[status].outcome !== null

type Rows = typeof ORDER_STATES
/** States with a deadline; each has a text for the deadline. */
export type TimedStatus = {
  [S in OrderStatus]: Rows[S]['deadline_is_delivery'] extends true
    ? S
    : Rows[S]['deadline_setting'] extends null
      ? never
      : S
}[OrderStatus]

/** States with a grace period after the deadline; each has a text that says how the order then ends. */
export type GraceStatus = {
  [S in OrderStatus]: Rows[S]['grace_setting'] extends null ? never : S
}[OrderStatus]

export const hasGracePeriod = (status: OrderStatus): status is GraceStatus =>
  ORDER_STATES[status].grace_setting !== null

export const hasDeadline = (status: OrderStatus): status is TimedStatus =>
  ORDER_STATES[status].deadline_is_delivery || ORDER_STATES[status].deadline_setting !== null

/** States in which a side has to act; each has texts for that task. */
export type WaitingStatus = {
  [S in OrderStatus]: Rows[S]['waits_for'] extends null | 'staff' ? never : S
}[OrderStatus]

export const holdsEscrow = (status: OrderStatus) => ORDER_STATES[status].holds_escrow

const SUBMITTING: readonly string[] = ORDER_STATUSES.filter(
  (status) => ORDER_STATES[status].submits !== null,
)
/** True for the states that an order enters when the creator submits a draft or the work. */
export const submitsWork = (to: string) => SUBMITTING.includes(to)

type Move = { from_status: string | null; to_status: string }
const isAmong = (moves: readonly Move[]) => (move: Move) =>
  moves.some(
    ({ from_status, to_status }) =>
      from_status === move.from_status && to_status === move.to_status,
  )
/** True if the move accepts a milestone that is not the last one. */
export const isMilestoneMove = isAmong(MILESTONE_MOVES)
/** True for the move of a payment; for some orders it also starts the work. */
export const isPaymentMove = isAmong(PAYMENT_MOVES)

export const isUnpaid = (status: OrderStatus) => !isFinal(status) && !holdsEscrow(status)

/** True if the order waits for an action of this side. */
export function waitsFor(status: OrderStatus, side: OrderSide): status is WaitingStatus {
  const who: string | null = ORDER_STATES[status].waits_for
  return who === 'both' || who === (side === 'kol' ? 'creator' : 'brand')
}

/** Who has to act next: a side, both sides, staff, or the bank that decides about the payment; null after the end. */
export function turnOf(order: {
  status: OrderStatus
  payment_disputed_at: string | null
}): OrderSide | 'both' | 'staff' | 'bank' | null {
  if (isPaymentDisputed(order)) return 'bank'
  const who = ORDER_STATES[order.status].waits_for
  return who === 'creator' ? 'kol' : who
}

/**
 * True if the member may act on the order. A suspended member may act only in a dispute, because otherwise it would be
 * decided without their statement.
 */
export const mayAct = (status: OrderStatus, isSuspended: boolean) =>
  !isSuspended || phaseOf(status) === 'disputed'

/** The step for which an open order waits; a suspended member cannot do it. */
export type Stage = 'unpaid' | 'acceptance' | 'work' | 'review'
export function stageOf(status: OrderStatus): Stage | null {
  const { phase, waits_for, deadline_is_delivery, holds_escrow } = ORDER_STATES[status]
  if (phase !== 'open') return null
  if (!holds_escrow) return 'unpaid'
  if (waits_for === 'brand') return 'review'
  return deadline_is_delivery ? 'work' : 'acceptance'
}

const HOUR_MS = 3_600_000

/** When an order closes if nobody acts: at its deadline, or after the grace period of its state. */
export function autoCloseAt(status: OrderStatus, dueAt: string, terms: Readonly<Terms>): string {
  const grace = ORDER_STATES[status].grace_setting
  return new Date(
    new Date(dueAt).getTime() + (grace === null ? 0 : terms[grace]) * HOUR_MS,
  ).toISOString()
}
