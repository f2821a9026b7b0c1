import type { Order } from '@/domain/orders/order-query.ts'
import { sideOf, waitsFor, type WaitingStatus } from '@/domain/orders/orders.ts'

export type HomeOrder = Pick<
  Order,
  | 'id'
  | 'number'
  | 'status'
  | 'pack_title'
  | 'price_minor'
  | 'currency'
  | 'due_at'
  | 'brand_id'
  | 'kol_id'
  | 'updated_at'
>

export interface PendingTask {
  order: HomeOrder
  /** Key of `home:task`. */
  task: WaitingStatus
  late: boolean
}

/** The orders that wait for the reader, the most urgent first. */
export function pendingTasksOf(
  orders: readonly HomeOrder[],
  profileId: string,
  now: Date,
): PendingTask[] {
  const time = (order: HomeOrder) =>
    order.due_at ? new Date(order.due_at).getTime() : Number.POSITIVE_INFINITY
  return orders
    .flatMap((order) => {
      const task = order.status
      const side = sideOf(order, profileId)
      return side !== null && waitsFor(task, side)
        ? [{ order, task, late: time(order) < now.getTime() }]
        : []
    })
    .toSorted((a, b) => time(a.order) - time(b.order))
}
