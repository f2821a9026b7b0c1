import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { statementsQuery } from '../dispute/dispute-queries.ts'
import { orderEventsQuery, proposalsQuery } from '../queries.ts'
import { spokenSides } from './order-view.ts'

/**
 * The sides that have made a statement in a dispute that waits for answers. Unless `inWords`, a proposal counts, too.
 * Null in other states.
 */
export function useSpokenSides(order: Order, inWords = false) {
  const enabled = order.status === 'disputed'
  const { data: statements = [] } = useQuery({ ...statementsQuery(order.id), enabled })
  const { data: proposals = [] } = useQuery({ ...proposalsQuery(order.id), enabled })
  const { data: events = [] } = useQuery({ ...orderEventsQuery(order.id), enabled })
  return enabled ? spokenSides(order, statements, inWords ? [] : proposals, events) : null
}

/** Text that says whether staff may rule before the time for evidence is over. */
export function useEarlierRulingText(order: Order) {
  const { t } = useTranslation('orders')
  return t(useSpokenSides(order)?.length === 2 ? 'or_spoken_both' : 'or_spoken')
}
