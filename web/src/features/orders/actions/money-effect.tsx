import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { ShareSplit } from '@/shared/orders/share-split.tsx'
import { splitOfAction } from '@/domain/money/split.ts'
import { SplitList } from '@/shared/money/split-list.tsx'
import type { OrderAction } from './order-actions-query.ts'
import { shareIfAgreed } from './order-actions.ts'

interface Props {
  action: OrderAction
  order: Order
  side: OrderSide
}

/** Division of the money that an action releases from escrow, at once or when the other side agrees. */
export function MoneyEffect({ action, order, side }: Props) {
  const share = shareIfAgreed(action, order)
  if (share !== null) return <ShareSplit orderId={order.id} shareMinor={share} side={side} />
  const split = splitOfAction(action)
  return split && <SplitList split={split} currency={action.currency} side={side} />
}
