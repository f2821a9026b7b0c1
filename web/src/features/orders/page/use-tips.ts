import { useQuery } from '@tanstack/react-query'
import type { Order } from '@/domain/orders/order-query.ts'
import { isFinal, type OrderSide } from '@/domain/orders/orders.ts'
import { orderMoneyQuery } from '../queries.ts'
import { tipsIn } from './shares.ts'

/** Sum that the brand of an order that is over gave on top of the price; 0 for staff (null), who read moves of their own alone. */
export function useTips({ id, status }: Pick<Order, 'id' | 'status'>, side: OrderSide | null) {
  const { data = 0 } = useQuery({
    ...orderMoneyQuery(id),
    enabled: isFinal(status) && side !== null,
    meta: { silent: true },
    select: tipsIn,
  })
  return data
}
