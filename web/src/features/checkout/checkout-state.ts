import { isUnpaid, phaseOf, stageOf, type OrderStatus } from '@/domain/orders/orders.ts'

export type CheckoutState = 'waiting' | 'paid' | 'unpaid' | 'over'

/** The order's state decides; the provider's result in the address only determines how long to wait. */
export function checkoutState(status: OrderStatus, returned: string | null): CheckoutState {
  if (isUnpaid(status)) return returned === 'paid' ? 'waiting' : 'unpaid'
  return phaseOf(status) === 'closed' ? 'over' : 'paid'
}

/** Translation key of what the page says. A frozen brand cannot pay; a paid offer of the creator's waits for no answer. */
export function outcomeText(state: CheckoutState, status: OrderStatus, isFrozen: boolean) {
  if (state === 'unpaid' && isFrozen) return 'unpaid_frozen'
  return state === 'paid' && stageOf(status) === 'work' ? 'paid_started' : state
}
