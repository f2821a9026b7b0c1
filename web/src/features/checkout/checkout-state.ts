import { isUnpaid, phaseOf, type OrderStatus } from '@/domain/orders/orders.ts'

export type CheckoutState = 'waiting' | 'paid' | 'unpaid' | 'over'

/** The order decides; the provider's word in the address only tells how long to be patient. */
export function checkoutState(status: OrderStatus, returned: string | null): CheckoutState {
  if (isUnpaid(status)) return returned === 'paid' ? 'waiting' : 'unpaid'
  return phaseOf(status) === 'closed' ? 'over' : 'paid'
}
