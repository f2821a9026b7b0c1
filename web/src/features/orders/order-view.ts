import type { Order } from '@/domain/orders/order-query.ts'
import { sideOf, type OrderSide } from '@/domain/orders/orders.ts'
import type { Proposal } from './queries.ts'

/** Current settlement proposal of the other side. */
export const offerTo = (order: Order, side: OrderSide, proposals: Proposal[]) =>
  proposals.find((each) => sideOf(order, each.proposed_by) !== side)

export const offerOf = (order: Order, side: OrderSide, proposals: Proposal[]) =>
  proposals.find((each) => sideOf(order, each.proposed_by) === side)
