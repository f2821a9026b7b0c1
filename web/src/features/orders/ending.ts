import type { Order } from '@/domain/orders/order-query.ts'
import { movesItselfAt, waitsOn, type GraceStatus } from '@/domain/orders/orders.ts'
import type { Terms } from '@/domain/terms.ts'

/** Translation keys for each state with a grace period: before the deadline and after it. */
const WORDS = {
  in_progress: ['work_ends', 'late_ends'],
  draft_revision: ['work_ends', 'late_ends'],
  draft_approved: ['work_ends', 'late_ends'],
  in_revision: ['work_ends', 'late_ends'],
  awaiting_ruling: ['ruling_ends', 'ruling_late'],
  appealed: ['appeal_ends', 'appeal_late'],
} as const satisfies Record<GraceStatus, readonly [string, string]>

/**
 * How and when an order ends if nobody acts. Null while its clock is paused, and in states without a
 * grace period, where the deadline on the page is the end.
 */
export function endingOf(
  { status, due_at }: Pick<Order, 'status' | 'due_at'>,
  terms: Readonly<Terms>,
  now: Date,
) {
  if (!due_at || !waitsOn(status)) return null
  const [before, after] = WORDS[status]
  const isLate = new Date(due_at).getTime() <= now.getTime()
  return { words: isLate ? after : before, at: movesItselfAt(status, due_at, terms), isLate }
}
