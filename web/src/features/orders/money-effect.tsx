import type { OrderSide } from '@/domain/orders/orders.ts'
import { splitOfAction } from '@/domain/money/split.ts'
import { SplitList } from '@/domain/money/split-list.tsx'
import type { OrderAction } from './order-actions-query.ts'

/** Division of the money that an action releases from escrow. */
export function MoneyEffect({ action, side }: { action: OrderAction; side: OrderSide }) {
  const split = splitOfAction(action)
  return split && <SplitList split={split} currency={action.currency} side={side} />
}
