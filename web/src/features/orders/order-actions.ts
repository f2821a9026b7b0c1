import { isFinal, type OrderSide, type OrderStatus } from '@/domain/orders/orders.ts'

/** What a side may do with an order now. The database has the last word; this decides the buttons. */
export type OrderAction =
  | 'pay'
  | 'accept'
  | 'decline'
  | 'deliver'
  | 'request_revision'
  | 'complete'
  | 'extend'
  | 'cancel'
  | 'request_cancel'
  | 'agree_cancel'
  | 'dispute'
  | 'propose_settlement'
  | 'accept_settlement'
  | 'review'

/** What a suspended member may still do: answer for what is under way, without new business. */
export const OPEN_TO_SUSPENDED: readonly OrderAction[] = [
  'request_revision',
  'dispute',
  'propose_settlement',
  'accept_settlement',
]

export type OrderFacts = {
  status: OrderStatus
  side: OrderSide
  revisionsAllowed: number
  revisionsUsed: number
  reviewExtended: boolean
  /** Who asked for a cancellation that the other has not agreed to yet. */
  cancelRequestedBy: OrderSide | null
  dueAt: Date | null
  completedAt: Date | null
  /** The other side has proposed a settlement. */
  isOffered: boolean
  reviewed: boolean
}

const HOUR = 3_600_000
export const LATE_CANCEL_HOURS = 24
export const REVIEW_WINDOW_DAYS = 14

const isLate = (facts: OrderFacts, now: Date) =>
  facts.dueAt !== null && now.getTime() - facts.dueAt.getTime() >= LATE_CANCEL_HOURS * HOUR

const canReview = (facts: OrderFacts, now: Date) =>
  !facts.reviewed &&
  facts.completedAt !== null &&
  now.getTime() - facts.completedAt.getTime() < REVIEW_WINDOW_DAYS * 24 * HOUR

const inProgress = (facts: OrderFacts, now: Date): OrderAction[] => {
  if (facts.side === 'brand' && isLate(facts, now)) return ['cancel']
  if (facts.cancelRequestedBy === facts.side) return []
  return [facts.cancelRequestedBy ? 'agree_cancel' : 'request_cancel']
}

const moves: Record<OrderSide, Record<OrderStatus, (f: OrderFacts, now: Date) => OrderAction[]>> = {
  brand: {
    pending_payment: () => ['pay'],
    funded: () => ['cancel'],
    in_progress: (f, now) => [...inProgress(f, now), 'dispute'],
    delivered: (f) => [
      'complete',
      ...(f.revisionsUsed < f.revisionsAllowed ? (['request_revision'] as const) : []),
      ...(f.reviewExtended ? [] : (['extend'] as const)),
      'dispute',
    ],
    in_revision: () => ['dispute'],
    disputed: (f) => [
      ...(f.isOffered ? (['accept_settlement'] as const) : []),
      'propose_settlement',
    ],
    completed: (f, now) => (canReview(f, now) ? ['review'] : []),
    settled: (f, now) => (canReview(f, now) ? ['review'] : []),
    declined: () => [],
    cancelled: () => [],
    expired: () => [],
  },
  kol: {
    pending_payment: () => [],
    funded: () => ['accept', 'decline'],
    in_progress: (f, now) => ['deliver', ...inProgress(f, now), 'dispute'],
    delivered: () => ['dispute'],
    in_revision: () => ['deliver', 'dispute'],
    disputed: (f) => [
      ...(f.isOffered ? (['accept_settlement'] as const) : []),
      'propose_settlement',
    ],
    completed: (f, now) => (canReview(f, now) ? ['review'] : []),
    settled: (f, now) => (canReview(f, now) ? ['review'] : []),
    declined: () => [],
    cancelled: () => [],
    expired: () => [],
  },
}

export const actionsOf = (facts: OrderFacts, now: Date): OrderAction[] =>
  moves[facts.side][facts.status](facts, now)

/** Whose turn it is: the list marks the orders that wait for the reader. */
export function waitsFor(status: OrderStatus): OrderSide | 'both' | null {
  if (isFinal(status)) return null
  if (status === 'pending_payment' || status === 'delivered') return 'brand'
  return status === 'disputed' ? 'both' : 'kol'
}
