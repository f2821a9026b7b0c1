import { useQuery } from '@tanstack/react-query'
import { useProfile } from '@/shared/members/profile.tsx'
import type { Order } from '@/domain/orders/order-query.ts'
import { isFinal, type OrderSide } from '@/domain/orders/orders.ts'
import { suspendedSidesQuery } from '../queries.ts'

/**
 * True while the other side is suspended. Every suspension pauses the time limit when it starts, so an order whose time
 * limit was never paused needs no request. The suspension may last longer than the pause.
 */
export function useIsOtherSuspended(order: Order, side: OrderSide | null): boolean {
  const { profile } = useProfile()
  const isStopped = order.clock_resumes_at !== null
  const { data: suspended = [] } = useQuery({
    ...suspendedSidesQuery(order.id),
    enabled:
      side !== null && !isStopped && order.clock_suspended_seconds > 0 && !isFinal(order.status),
  })
  if (side === null) return false
  if (isStopped) return profile.suspended_at === null
  return suspended.includes(side === 'brand' ? order.kol_id : order.brand_id)
}
