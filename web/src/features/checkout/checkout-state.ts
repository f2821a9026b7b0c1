import { isUnpaid, phaseOf, stageOf, type OrderStatus, type Stage } from '@/domain/orders/orders.ts'

export type CheckoutState = 'waiting' | 'paid' | 'unpaid' | 'over'

/** The state of the order decides. The provider's result in the address only decides whether to wait for a payment. */
export function checkoutState(status: OrderStatus, returned: string | null): CheckoutState {
  if (isUnpaid(status)) return returned === 'paid' ? 'waiting' : 'unpaid'
  return phaseOf(status) === 'closed' ? 'over' : 'paid'
}

/** Texts right after a payment. An order from the creator's own offer starts without their acceptance. */
const NEXT: Partial<Record<Stage, 'paid' | 'paid_started'>> = {
  acceptance: 'paid',
  work: 'paid_started',
}

/** Translation key of the page's text. A frozen brand cannot pay. */
export function outcomeText(state: CheckoutState, status: OrderStatus, isFrozen: boolean) {
  if (state === 'unpaid' && isFrozen) return 'unpaid_frozen'
  if (state !== 'paid') return state
  const stage = stageOf(status)
  return (stage && NEXT[stage]) ?? 'paid_since'
}
