import { notificationPath, textOf } from '@/domain/notifications/notification-path.ts'
import { paths } from '@/domain/paths.ts'
import { TOAST_MS } from '@/lib/constants.ts'

// What an event becomes on the screen, as one table: texts (keys of the namespace
// `notifications`), targets and times of the specification's sections 2, 4 and 9.

export type EventToast = {
  kind: 'message' | 'order' | 'completion' | 'payment' | 'match' | 'update'
  /** The words of a message or an order; a notification brings its own. */
  textKey?: 'new_message' | OrderMoment
  values?: Record<string, string>
  title?: string
  text?: string
  /** Key of the namespace `common`. */
  actionKey: 'view' | 'view_order' | 'view_profile' | 'review_project'
  path: string
  duration: number
}

export const messageToast = (senderId: string, name: string): EventToast => ({
  kind: 'message',
  textKey: 'new_message',
  values: { name },
  actionKey: 'view',
  path: paths.conversation(senderId),
  duration: TOAST_MS.message,
})

export type OrderMoment = 'new_order' | 'completed_creator' | 'completed_brand'
type OrderRow = { status: string; is_completed: boolean }

/** Which moment of an order the listening side hears of; null when none. */
export function orderMoment(
  side: 'brand' | 'kol',
  before: Partial<OrderRow> | undefined,
  after: OrderRow,
): OrderMoment | null {
  if (after.is_completed)
    return before?.is_completed ? null : side === 'kol' ? 'completed_creator' : 'completed_brand'
  const funded = after.status === 'funded' && before?.status !== 'funded'
  return side === 'kol' && funded ? 'new_order' : null
}

export function orderToast(
  moment: OrderMoment,
  orderId: string,
  names: { brand: string; creator: string; pack: string },
): EventToast {
  const isNew = moment === 'new_order'
  return {
    kind: isNew ? 'order' : 'completion',
    textKey: moment,
    values: names,
    actionKey: isNew ? 'view_order' : 'review_project',
    path: paths.order(orderId),
    duration: isNew ? TOAST_MS.order : TOAST_MS.completion,
  }
}

type Row = { type: string; title: string; message: string; data: unknown }
const actionOf = (type: string): EventToast['actionKey'] => {
  if (type === 'new_kol_match') return 'view_profile'
  return ['order_update', 'dispute_update', 'review_received'].includes(type)
    ? 'view_order'
    : 'view'
}

/** These moves of an order are told by the order's own row, with their own words. */
const TOLD_BY_ORDER: Record<string, readonly string[]> = {
  kol: ['funded', 'completed'],
  brand: ['completed'],
}

/** The toast for a new notification; null when something else on the screen says the same. */
export function notificationToast(row: Row, role: string | null): EventToast | null {
  const event = textOf(row.data, 'event')
  if (row.type === 'order_update' && event && TOLD_BY_ORDER[role ?? '']?.includes(event))
    return null
  const path = notificationPath(row)
  const actionKey = actionOf(row.type)
  if (row.type === 'new_kol_match') {
    return {
      kind: 'match',
      title: row.title,
      text: row.message,
      actionKey,
      path,
      duration: TOAST_MS.match,
    }
  }
  const isPayment = row.type === 'payment_received'
  return {
    kind: isPayment ? 'payment' : 'update',
    title: row.title,
    text: row.message,
    actionKey,
    path,
    duration: isPayment
      ? TOAST_MS.payment
      : row.type === 'order_update'
        ? TOAST_MS.order
        : TOAST_MS.default,
  }
}

/** Whose conversation the person is looking at; null when none. */
export function viewedMember(path: string, isVisible: boolean): string | null {
  if (!isVisible) return null
  return /^\/dashboard\/messages\/([^/?#]+)/.exec(path)?.[1] ?? null
}
