import type { Order } from '@/domain/orders/order-query.ts'
import { autoCloseAt } from '@/domain/orders/orders.ts'
import type { Terms } from '@/domain/terms.ts'

const HOUR_MS = 3_600_000
const TEXT_KEYS = {
  disputed: 'staff:case_silence_bound',
  awaiting_ruling: 'orders:silence_rule',
  ruled: 'orders:silence_paid',
  appealed: 'orders:silence_ruling',
} as const

const isTold = (status: string): status is keyof typeof TEXT_KEYS => status in TEXT_KEYS

/** Text on how a case continues if nobody acts, and when; `until` is the later end of the time for staff. Null while paused and after the end. */
export function caseSilence(
  { status, due_at }: Pick<Order, 'status' | 'due_at'>,
  share: number | null,
  terms: Readonly<Terms>,
) {
  if (!due_at || !isTold(status)) return null
  const at = autoCloseAt(status, due_at, terms)
  if (status !== 'disputed' || share !== null) return { at, textKey: TEXT_KEYS[status] }
  const ruling = new Date(Date.parse(due_at) + terms.ruling_window * HOUR_MS).toISOString()
  const until = autoCloseAt('awaiting_ruling', ruling, terms)
  return { at, textKey: 'staff:case_silence_staff' as const, until }
}
