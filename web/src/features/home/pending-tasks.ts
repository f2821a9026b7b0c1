import type { Resources } from 'i18next'
import type { OrderSide, OrderStatus } from '@/domain/orders/orders.ts'
import type { Tables } from '@/lib/database.types.ts'

export type HomeOrder = Pick<
  Tables<'pack_orders'>,
  | 'id'
  | 'status'
  | 'pack_title'
  | 'price_minor'
  | 'currency'
  | 'due_at'
  | 'brand_id'
  | 'kol_id'
  | 'updated_at'
>

/** Keys of `home:task`. */
type Task = keyof Resources['home']['task']

/** What each side has to do in a state; a state that is missing waits for the other one. */
const TASKS: Record<OrderSide, Partial<Record<OrderStatus, Task>>> = {
  brand: { pending_payment: 'pay', delivered: 'review', disputed: 'settle' },
  kol: { funded: 'answer', in_progress: 'deliver', in_revision: 'revise', disputed: 'settle' },
}

export interface PendingTask {
  order: HomeOrder
  task: Task
  late: boolean
}

/** What the reader has to do about an order; null when it waits for the other side. */
export function taskOf(order: HomeOrder, profileId: string): Task | null {
  return TASKS[order.kol_id === profileId ? 'kol' : 'brand'][order.status] ?? null
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
      const task = taskOf(order, profileId)
      return task ? [{ order, task, late: time(order) < now.getTime() }] : []
    })
    .toSorted((a, b) => time(a.order) - time(b.order))
}
