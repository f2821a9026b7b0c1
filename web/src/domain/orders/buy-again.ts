import { paths } from '@/domain/paths.ts'
import type { Order } from './order-query.ts'
import { isFinal, type OrderSide } from './orders.ts'

/** URL parameter with the id of the order to buy again. */
export const AGAIN_PARAMETER = 'again'

/** Path on which the brand of a finished order buys the same pack again; null for others, and for an order without a pack. */
export const buyAgainPath = ({ id, status, pack_id }: Order, side: OrderSide) =>
  side === 'brand' && pack_id !== null && isFinal(status)
    ? `${paths.ordering(pack_id)}?${new URLSearchParams({ [AGAIN_PARAMETER]: id })}`
    : null
