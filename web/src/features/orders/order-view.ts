import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import type { OrderFacts } from './order-actions.ts'
import type { Proposal, Review } from './queries.ts'

/** From which side the reader looks at the order; null for staff, who look on. */
export const sideOf = (order: Order, profileId: string): OrderSide | null =>
  order.brand_id === profileId ? 'brand' : order.kol_id === profileId ? 'kol' : null

const sideOfMember = (order: Order, profileId: string): OrderSide =>
  order.brand_id === profileId ? 'brand' : 'kol'

const dateOf = (value: string | null) => (value === null ? null : new Date(value))

/** What the side that the reader is not on offers at the moment. */
export const offerTo = (order: Order, side: OrderSide, proposals: Proposal[]) =>
  proposals.find((each) => sideOfMember(order, each.proposed_by) !== side)

export const offerOf = (order: Order, side: OrderSide, proposals: Proposal[]) =>
  proposals.find((each) => sideOfMember(order, each.proposed_by) === side)

export function factsOf(
  order: Order,
  side: OrderSide,
  proposals: Proposal[],
  reviews: Review[],
): OrderFacts {
  const me = side === 'brand' ? order.brand_id : order.kol_id
  return {
    status: order.status,
    side,
    revisionsAllowed: order.revisions_allowed,
    revisionsUsed: order.revisions_used,
    reviewExtended: order.review_extended,
    cancelRequestedBy: order.cancel_requested_by
      ? sideOfMember(order, order.cancel_requested_by)
      : null,
    dueAt: dateOf(order.due_at),
    completedAt: dateOf(order.completed_at),
    isOffered: offerTo(order, side, proposals) !== undefined,
    reviewed: reviews.some((review) => review.author_id === me),
  }
}

/** How the order's money is divided when the creator gets `share` of the price; as the ledger does. */
export function shareOut(order: Order, share: number) {
  const part = (fee: number) => Number((BigInt(fee) * BigInt(share)) / BigInt(order.price_minor))
  const creatorFee = part(order.fee_minor)
  const buyerFee = part(order.buyer_fee_minor)
  return {
    creator: share - creatorFee,
    brand: order.price_minor - share + order.buyer_fee_minor - buyerFee,
    fees: creatorFee + buyerFee,
  }
}
