import type { Order } from '@/domain/orders/order-query.ts'
import { goesOn, stageOf, waitsFor, type OrderSide, type Stage } from '@/domain/orders/orders.ts'

export interface Suspension {
  /** Seen by the reader. */
  who: 'me' | 'other'
  stage: Stage
}

/**
 * What a suspended side keeps from happening; null while the order goes on. That the other side is
 * suspended shows in the clock, which stops for nothing else.
 */
export function suspensionOf(
  order: Pick<Order, 'status' | 'clock_resumes_at'>,
  side: OrderSide,
  isSuspended: boolean,
): Suspension | null {
  const { status } = order
  const stage = stageOf(status)
  if (stage === null) return null
  if (waitsFor(status, side)) {
    if (!goesOn(status, isSuspended)) return { who: 'me', stage }
    return stage === 'unpaid' && order.clock_resumes_at !== null ? { who: 'other', stage } : null
  }
  return !isSuspended && order.clock_resumes_at !== null ? { who: 'other', stage } : null
}
