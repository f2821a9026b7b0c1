import { useQuery } from '@tanstack/react-query'
import type { Order } from '@/domain/orders/order-query.ts'
import { statementsQuery } from '../dispute/dispute-queries.ts'
import { orderEventsQuery, proposalsQuery } from '../queries.ts'
import { spokenSides } from './order-view.ts'

/** The sides that have spoken while both are waited for; null in every other state. */
export function useSpokenSides(order: Order) {
  const enabled = order.status === 'disputed'
  const { data: statements = [] } = useQuery({ ...statementsQuery(order.id), enabled })
  const { data: proposals = [] } = useQuery({ ...proposalsQuery(order.id), enabled })
  const { data: events = [] } = useQuery({ ...orderEventsQuery(order.id), enabled })
  return enabled ? spokenSides(order, statements, proposals, events) : null
}
