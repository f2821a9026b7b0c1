import { paths } from '@/domain/paths.ts'
import type { Order } from './order-query.ts'
import { isFinal, type OrderSide } from './orders.ts'

/** The parameter of a creator's page that opens the purchase of a pack. */
export const BUY = 'buy'
/** The parameter with the order whose brief the purchase starts from. */
export const AGAIN = 'again'

/** Where the brand of a finished order buys the same pack again; null for others, and without a pack. */
export const buyAgainPath = ({ id, status, kol_id, pack_id }: Order, side: OrderSide) =>
  side === 'brand' && pack_id !== null && isFinal(status)
    ? `${paths.creator(kol_id)}?${new URLSearchParams({ [BUY]: pack_id, [AGAIN]: id })}`
    : null
