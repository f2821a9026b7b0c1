import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import type { Proposal } from './queries.ts'

/** From which side the reader looks at the order; null for staff, who look on. */
export const sideOf = (order: Order, profileId: string): OrderSide | null =>
  order.brand_id === profileId ? 'brand' : order.kol_id === profileId ? 'kol' : null

const sideOfMember = (order: Order, profileId: string): OrderSide =>
  order.brand_id === profileId ? 'brand' : 'kol'

/** What the side that the reader is not on offers at the moment. */
export const offerTo = (order: Order, side: OrderSide, proposals: Proposal[]) =>
  proposals.find((each) => sideOfMember(order, each.proposed_by) !== side)

export const offerOf = (order: Order, side: OrderSide, proposals: Proposal[]) =>
  proposals.find((each) => sideOfMember(order, each.proposed_by) === side)
