import { isUnpaid, phaseOf, type OrderStatus } from '@/domain/orders/orders.ts'

export type CheckoutState = 'waiting' | 'paid' | 'unpaid' | 'over'

/** The order's state decides; the provider's result in the address only determines how long to wait. */
export function checkoutState(status: OrderStatus, returned: string | null): CheckoutState {
  if (isUnpaid(status)) return returned === 'paid' ? 'waiting' : 'unpaid'
  return phaseOf(status) === 'closed' ? 'over' : 'paid'
}
