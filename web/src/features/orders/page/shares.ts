import { isOnChain } from '@/domain/money/on-chain.ts'
import type { OrderMoney } from '@/domain/money/split.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import {
  holdsEscrow,
  isFinal,
  isPaymentDisputed,
  isUnpaid,
  phaseOf,
  type OrderSide,
} from '@/domain/orders/orders.ts'

type Decided = Pick<Order, 'status' | 'creator_share_minor'>
type Ordered = Decided & Pick<Order, 'currency' | 'payment_disputed_at'>

/** The creator's share by a ruling, while the money is still held; undefined without a ruling. */
export const ruledShare = ({ status, creator_share_minor }: Decided) =>
  (holdsEscrow(status) ? creator_share_minor : null) ?? undefined

export interface Share {
  side: OrderSide
  does: 'pays' | 'gets' | 'gets_back'
  minor: number
}

/** Amounts that each side pays or gets, the reader's own first; null while a dispute or the bank decides about them. */
export function sharesOf(order: Ordered, side: OrderSide, money: OrderMoney): Share[] | null {
  const { status } = order
  if (!isUnpaid(status) && !money.is_paid) return []
  if (isPaymentDisputed(order)) return null
  if (phaseOf(status) === 'disputed' && ruledShare(order) === undefined) return null
  // The escrow on the chain did not pay the creator. The reader does not know how much of it the other side has.
  if (isFinal(status) && isOnChain(order.currency) && money.later_minor) {
    const minor = side === 'kol' ? money.creator_minor : money.brand_minor
    return [{ side, does: side === 'kol' ? 'gets' : 'gets_back', minor: minor + money.later_minor }]
  }
  const goesBack = isFinal(status) || ruledShare(order) !== undefined
  const shares: Share[] = [
    { side: 'kol', does: 'gets', minor: money.creator_minor },
    goesBack && money.brand_minor > 0
      ? { side: 'brand', does: 'gets_back', minor: money.brand_minor }
      : { side: 'brand', does: 'pays', minor: money.total_minor },
  ]
  return shares.toSorted((a, b) => Number(b.side === side) - Number(a.side === side))
}
