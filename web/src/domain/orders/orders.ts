// The states of an order, as the database names them, and how the client groups them.

export const ORDER_STATUSES = [
  'pending_payment',
  'funded',
  'in_progress',
  'delivered',
  'in_revision',
  'completed',
  'disputed',
  'settled',
  'declined',
  'cancelled',
  'expired',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export type OrderSide = 'brand' | 'kol'

/** The tabs of the order list. */
export const ORDER_TABS = ['open', 'disputed', 'completed', 'closed', 'all'] as const
export type OrderTab = (typeof ORDER_TABS)[number]

export const ORDER_TAB_STATUSES: Record<OrderTab, readonly OrderStatus[]> = {
  open: ['pending_payment', 'funded', 'in_progress', 'delivered', 'in_revision'],
  disputed: ['disputed'],
  completed: ['completed', 'settled'],
  closed: ['declined', 'cancelled', 'expired'],
  all: ORDER_STATUSES,
}

type FinalStatus = 'completed' | 'settled' | 'declined' | 'cancelled' | 'expired'

/** States that no move leaves. */
export const isFinal = (status: OrderStatus): status is FinalStatus =>
  ORDER_TAB_STATUSES.completed.includes(status) || ORDER_TAB_STATUSES.closed.includes(status)
