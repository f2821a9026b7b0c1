import type { Order } from '@/domain/orders/order-query.ts'
import {
  autoCloseAt,
  hasDeadline,
  hasGracePeriod,
  type OrderSide,
  type TimedStatus,
} from '@/domain/orders/orders.ts'
import type { Terms } from '@/domain/terms.ts'

/** For each state with a time limit, the key of the text that says what happens if nobody acts in time. */
const TEXT_KEYS = {
  pending_payment: 'silence_unpaid',
  funded: 'silence_refund',
  in_progress: 'silence_refund',
  draft_review: 'silence_draft',
  draft_revision: 'silence_refund',
  draft_approved: 'silence_refund',
  delivered: 'silence_accepted',
  in_revision: 'silence_revision',
  disputed: 'silence_answers',
  awaiting_ruling: 'silence_rule',
  ruled: 'silence_paid',
  appealed: 'silence_ruling',
} as const satisfies Record<TimedStatus, string>

/**
 * Key of the text on how an order ends if nobody acts, and the time of that, if it is later than the deadline. Null
 * while the time limit is paused, and after the end. Staff (`side` is null) read the text that names both sides.
 * `share` is the creator's share if nobody acts, null if the deadline does not divide the money.
 */
export function silenceOf(
  { status, due_at }: Pick<Order, 'status' | 'due_at'>,
  side: OrderSide | null,
  terms: Readonly<Terms>,
  share?: number | null,
) {
  if (!due_at || !hasDeadline(status)) return null
  const key =
    status === 'disputed' && share === null ? ('silence_staff' as const) : TEXT_KEYS[status]
  const textKey =
    key === 'silence_refund'
      ? (`${key}_${side ?? 'kol'}` as const)
      : key === 'silence_accepted'
        ? (`${key}_${side ?? 'brand'}` as const)
        : key
  const at = hasGracePeriod(status) ? autoCloseAt(status, due_at, terms) : null
  return { textKey, at }
}

/** True if the deadline is over and the order still waits. */
export const isLate = ({ due_at }: Pick<Order, 'due_at'>, now: Date) =>
  due_at !== null && new Date(due_at).getTime() <= now.getTime()
