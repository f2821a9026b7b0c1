import { isImage } from '@/domain/files/attachments.ts'
import { filesOf } from '@/domain/orders/delivered-files.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import {
  isPaymentDisputed,
  phaseOf,
  sideOf,
  submitsWork,
  type OrderSide,
} from '@/domain/orders/orders.ts'
import type { Tables } from '@/lib/database.types.ts'
import type { Statement } from '../dispute/dispute-queries.ts'
import type { Delivery, OfferOfOrder, OrderEvent, Proposal } from '../queries.ts'

/** Current settlement proposal of the other side. */
export const proposalOfOther = (order: Order, side: OrderSide, proposals: Proposal[]) =>
  proposals.find((each) => sideOf(order, each.proposed_by) !== side)

export const proposalOfSide = (order: Order, side: OrderSide, proposals: Proposal[]) =>
  proposals.find((each) => sideOf(order, each.proposed_by) === side)

type Authored = Pick<Statement, 'author_id' | 'created_at'>
type Event = Pick<OrderEvent, 'kind' | 'created_at'>

/** The sides that have made a statement or a proposal in the present dispute; those before a withdrawn dispute do not count. */
export function spokenSides(
  order: Pick<Order, 'brand_id' | 'kol_id'>,
  statements: Authored[],
  proposals: Pick<Proposal, 'proposed_by'>[],
  events: Event[],
): OrderSide[] {
  const withdrawn = events.findLast(({ kind }) => kind === 'dispute_withdrawn')?.created_at ?? ''
  const speakers = [
    ...statements.flatMap((each) => (each.created_at > withdrawn ? each.author_id : [])),
    ...proposals.map((each) => each.proposed_by),
  ]
  return (['brand', 'kol'] as const).filter((side) => speakers.includes(order[`${side}_id`]))
}

/** Who has to act in a dispute: the side or sides without a statement or proposal, or else staff. */
export function turnInDispute(spoken: OrderSide[]) {
  if (spoken.length !== 1) return spoken.length === 0 ? 'both' : 'staff'
  return spoken[0] === 'brand' ? 'kol' : 'brand'
}

/** True for a creator who has to accept the order. On a phone the page then shows the brief first. */
export const isAskedToAccept = ({ status }: Pick<Order, 'status'>, side: OrderSide | null) =>
  side === 'kol' && status === 'funded'

/** True if an appeal or an agreement has replaced the division of this ruling. */
export const isRulingReplaced = (
  { creator_share_minor: ruled }: Pick<Tables<'rulings'>, 'creator_share_minor'>,
  { creator_share_minor: share }: Pick<Order, 'creator_share_minor'>,
) => share !== null && share !== ruled

/** Variant of the text about how long the money is in escrow; staff, on neither side, have a variant of their own. */
export function escrowContext(
  order: Pick<Order, 'status' | 'payment_disputed_at'>,
  side: OrderSide | null,
) {
  const { status } = order
  if (isPaymentDisputed(order)) return 'payment_disputed'
  if (status === 'ruled' || status === 'appealed') return status
  return phaseOf(status) === 'disputed' ? 'disputed' : (side ?? 'staff')
}

/** The delivery or draft that the brand has to judge, with its number; `deliveries` are newest first. */
export function workToJudge({ status }: Pick<Order, 'status'>, deliveries: Delivery[]) {
  const [delivery] = deliveries
  if (!delivery || !submitsWork(status)) return undefined
  const number = deliveries.filter(({ is_draft }) => is_draft === delivery.is_draft).length
  return { delivery, number }
}

/** Initial values for a work in the portfolio, from deliveries (newest first): the day, the first link, and pictures to choose from. */
export function portfolioWorkFrom(deliveries: Delivery[]) {
  const delivered = deliveries.filter(({ is_draft }) => !is_draft)
  const [link] = delivered.flatMap(({ links }) => links)
  const made_on = delivered[0]?.created_at.slice(0, 10)
  const pictures = delivered
    .flatMap(({ files }) => filesOf(files))
    .filter(({ type }) => isImage(type))
  return { written: { ...(link && { link }), ...(made_on && { made_on }) }, pictures }
}

/**
 * When a side agreed to the terms: when it wrote the offer, placed or accepted the order. Null for a creator who has not
 * accepted yet, and for readers who cannot read the offer.
 */
export function agreedAt(
  order: Pick<
    Order,
    'brand_id' | 'kol_id' | 'created_at' | 'creator_agreed_at' | 'starts_when_paid'
  >,
  side: OrderSide,
  offer: OfferOfOrder | null | undefined,
): string | null {
  if (side === 'kol' && !order.starts_when_paid) return order.creator_agreed_at
  if (offer?.author_id === order[`${side}_id`]) return offer.created_at
  return side === 'kol' && !offer ? null : order.created_at
}
