import { amountFor } from '@/domain/orders/checkout.ts'
import {
  mayAct,
  sideOf,
  isPaymentDisputed,
  waitsFor,
  type WaitingStatus,
} from '@/domain/orders/orders.ts'
import { isPast } from '@/lib/i18n/time.ts'
import type { HomeOrder } from './queries.ts'

export interface PendingTask {
  order: HomeOrder
  /** The state of the order; the namespace `order-states` has the text of its task. */
  task: WaitingStatus
  late: boolean
  /** The total that the brand pays, or the price for the creator. */
  sum_minor: number
}

type Reader = { id: string; suspended_at: string | null; frozen_at: string | null }

/** Orders that wait for the reader, the most urgent first. */
export function pendingTasksOf(
  orders: readonly HomeOrder[],
  reader: Reader,
  now: Date,
): PendingTask[] {
  const time = (order: HomeOrder) =>
    order.due_at ? new Date(order.due_at).getTime() : Number.POSITIVE_INFINITY
  return orders
    .flatMap((order) => {
      const task = order.status
      const side = sideOf(order, reader.id)
      return side !== null &&
        waitsFor(task, side) &&
        mayAct(task, reader.suspended_at !== null) &&
        !isPaymentDisputed(order) &&
        // A frozen brand cannot pay.
        !(task === 'pending_payment' && reader.frozen_at !== null)
        ? [
            {
              order,
              task,
              late: order.due_at !== null && isPast(order.due_at, now),
              sum_minor: amountFor(order, side),
            },
          ]
        : []
    })
    .toSorted((a, b) => time(a.order) - time(b.order))
}
