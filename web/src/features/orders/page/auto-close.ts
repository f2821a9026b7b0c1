import type { Order } from '@/domain/orders/order-query.ts'
import { autoCloseAt, hasGracePeriod, type GraceStatus } from '@/domain/orders/orders.ts'
import type { Terms } from '@/domain/terms.ts'

/** Translation keys for each state with a grace period: before the deadline and after it. */
const TEXT_KEYS = {
  in_progress: ['work_ends', 'late_ends'],
  draft_revision: ['work_ends', 'late_ends'],
  draft_approved: ['work_ends', 'late_ends'],
  in_revision: ['revision_ends', 'revision_late'],
  awaiting_ruling: ['ruling_ends', 'ruling_late'],
  appealed: ['appeal_ends', 'appeal_late'],
} as const satisfies Record<GraceStatus, readonly [string, string]>

/**
 * How and when an order is closed automatically if nobody acts. Null while its clock is paused, and
 * in states without a grace period, where the deadline on the page is the end.
 */
export function autoCloseOf(
  { status, due_at }: Pick<Order, 'status' | 'due_at'>,
  terms: Readonly<Terms>,
  now: Date,
) {
  if (!due_at || !hasGracePeriod(status)) return null
  const [before, after] = TEXT_KEYS[status]
  const isLate = new Date(due_at).getTime() <= now.getTime()
  return { textKey: isLate ? after : before, at: autoCloseAt(status, due_at, terms), isLate }
}
