import { noticePath, pageOf, type NoticeEvent } from '@/domain/notifications/notification-text.ts'
import { paths } from '@/domain/paths.ts'
import { stageOf, type OrderStatus } from '@/domain/orders/orders.ts'
import { TOAST_MS } from '@/lib/constants.ts'

// The toast of each event: its text, link and duration. Toasts about messages and orders are shown for
// five seconds, about a completed order for seven.

export type EventToast = {
  kind: 'message' | 'order' | 'completion' | 'payment' | 'match' | 'update'
  title: string
  text?: string
  /** Key of the namespace `common`. */
  actionKey: 'view' | 'view_order' | 'view_profile' | 'review_project'
  path: string
  duration: number
}

export const messageToast = (senderId: string, title: string): EventToast => ({
  kind: 'message',
  title,
  actionKey: 'view',
  path: paths.messages(senderId),
  duration: TOAST_MS.message,
})

/** Events whose toast is shown when the order's row changes, because their notification arrives later. */
const ORDER_MOMENTS = [
  'order_funded',
  'order_completed_brand',
  'order_completed_creator',
] as const satisfies NoticeEvent[]
export type OrderMoment = (typeof ORDER_MOMENTS)[number]
type OrderRow = { status: string; is_completed: boolean }

/**
 * The event for which this side gets a toast after a change of the order; null for none. A brand gets the toast about
 * a completion by its notification, which exists only if the brand did not accept the work itself.
 */
export function orderMoment(
  side: 'brand' | 'kol',
  before: Partial<OrderRow> | undefined,
  after: OrderRow,
): OrderMoment | null {
  if (after.is_completed) {
    return side === 'kol' && !before?.is_completed ? 'order_completed_creator' : null
  }
  const isNew =
    stageOf(after.status as OrderStatus) === 'acceptance' && before?.status !== after.status
  return side === 'kol' && isNew ? 'order_funded' : null
}

export function orderToast(moment: OrderMoment, orderId: string, title: string): EventToast {
  const isNew = moment === 'order_funded'
  return {
    kind: isNew ? 'order' : 'completion',
    title,
    actionKey: isNew ? 'view_order' : 'review_project',
    path: paths.order(orderId),
    duration: isNew ? TOAST_MS.order : TOAST_MS.completion,
  }
}

type Row = { type: string; event: string | null; title: string; message: string; data: unknown }

const ACTIONS: { [page in ReturnType<typeof pageOf>]?: EventToast['actionKey'] } = {
  creator: 'view_profile',
  order: 'view_order',
}
const KINDS: Record<string, { kind: EventToast['kind']; duration: number }> = {
  new_kol_match: { kind: 'match', duration: TOAST_MS.match },
  payment_received: { kind: 'payment', duration: TOAST_MS.payment },
  order_update: { kind: 'update', duration: TOAST_MS.order },
}

/** The toast for a new notification. Its id prevents that an event is shown twice. */
export function notificationToast(row: Row & { id: string }): EventToast & { id: string } {
  const moment = ORDER_MOMENTS.find((each) => each === row.event)
  const orderId = (row.data as { order_id?: string } | null)?.order_id
  // The change of the order's row shows the same toast, usually earlier; the same id prevents a second one.
  if (moment && orderId)
    return { ...orderToast(moment, orderId, row.title), id: `${moment}-${orderId}` }
  return {
    id: `notification-${row.id}`,
    ...(KINDS[row.type] ?? { kind: 'update', duration: TOAST_MS.default }),
    title: row.title,
    text: row.message,
    actionKey: ACTIONS[pageOf(row.event)] ?? 'view',
    path: noticePath(row),
  }
}

/**
 * True if the reader is looking at the page to which the event leads. The completion of an order is announced
 * on every page.
 */
export const isShown = (
  { kind, path }: Pick<EventToast, 'kind' | 'path'>,
  openPath: string,
  isVisible: boolean,
): boolean => isVisible && kind !== 'completion' && path === openPath

/** True if the reader is looking at the message, in its conversation or in its order. */
export function isViewed(
  { sender_id, order_id }: { sender_id: string; order_id: string | null },
  path: string,
  isVisible: boolean,
): boolean {
  const isShown = (page: string) => path === page || path.startsWith(`${page}?`)
  if (!isVisible) return false
  return isShown(paths.messages(sender_id)) || (order_id !== null && isShown(paths.order(order_id)))
}
