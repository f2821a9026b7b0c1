import type { Order } from '@/domain/orders/order-query.ts'
import { isPaymentDisputed, phaseOf, sideOf, type OrderSide } from '@/domain/orders/orders.ts'
import type { Proposal } from '../queries.ts'

/** Current settlement proposal of the other side. */
export const offerTo = (order: Order, side: OrderSide, proposals: Proposal[]) =>
  proposals.find((each) => sideOf(order, each.proposed_by) !== side)

export const offerOf = (order: Order, side: OrderSide, proposals: Proposal[]) =>
  proposals.find((each) => sideOf(order, each.proposed_by) === side)

/** Context of the text that says until when the money is in escrow. Staff read the text of no side. */
export function escrowContext(
  order: Pick<Order, 'status' | 'payment_disputed_at'>,
  side: OrderSide | null,
) {
  const { status } = order
  if (isPaymentDisputed(order)) return 'payment_disputed'
  if (status === 'ruled' || status === 'appealed') return status
  return phaseOf(status) === 'disputed' ? 'disputed' : (side ?? 'staff')
}
