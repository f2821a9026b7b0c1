import { ownProfileQuery } from '@/domain/members/profile.tsx'
import { memberLabelQuery } from '@/domain/members/members.ts'
import { orderThreadQuery } from '@/domain/messages/order-thread.ts'
import { isOrderId, orderQuery } from '@/domain/orders/order-query.ts'
import { routeAt, ROUTES, type RouteName } from '@/domain/routes.ts'
import { creatorSearchQuery } from '@/features/discover/queries.ts'
import { inboxQuery } from '@/features/messages/queries.ts'
import { orderActionsQuery } from '@/features/orders/order-actions-query.ts'
import {
  deliveriesQuery,
  orderEventsQuery,
  orderMoneyQuery,
  settlementPreviewQuery,
} from '@/features/orders/queries.ts'
import { earlyRequests } from '@/lib/early.ts'
import { queryClient } from '@/lib/query-client.ts'
import { useSession } from '@/lib/session.ts'
import { firstDataOf, type FirstData } from './pages.ts'

async function orderAndWho(id: string) {
  const order = await queryClient.fetchQuery(orderQuery(id))
  if (!order) return
  await Promise.all([
    queryClient.prefetchQuery(orderActionsQuery(order)),
    ...[order.brand_id, order.kol_id].map(
      (who) => who && queryClient.prefetchQuery(memberLabelQuery(who)),
    ),
  ])
}

/**
 * What boot.ts has asked for, by the query of the page that shows it; requests.test.ts compares them.
 * The pages whose queries stand in their own file say there what they show first.
 */
export const FIRST_DATA: Partial<Record<RouteName, FirstData>> = {
  discover: () => [queryClient.prefetchInfiniteQuery(creatorSearchQuery({}, 'rating'))],
  messages: (id) => (id ? [] : [queryClient.prefetchInfiniteQuery(inboxQuery())]),
  order: (id) => [
    orderAndWho(id),
    queryClient.prefetchQuery(orderEventsQuery(id)),
    queryClient.prefetchQuery(deliveriesQuery(id)),
    queryClient.prefetchInfiniteQuery(orderThreadQuery(id)),
    queryClient.prefetchQuery(orderMoneyQuery(id)),
    queryClient.prefetchQuery(settlementPreviewQuery(id)),
  ],
}

/**
 * What was asked for while the code loaded is in the cache before anything is drawn: the first page
 * is drawn once, instead of once without a member, once without its data, and once with both.
 */
export async function takeFirstData(): Promise<void> {
  const { user } = useSession.getState()
  const route = routeAt(location.pathname)
  if (user === null || route === null || earlyRequests().length === 0) return
  const base = ROUTES[route].path.split('/:')[0] ?? ''
  const id = location.pathname.slice(base.length + 1)
  // boot.ts asks for nothing else: a number is looked up, and what is behind a `?` says more.
  const isPlain = location.search === '' && (id === '' || isOrderId(id))
  const own = queryClient.prefetchQuery(ownProfileQuery(user.id))
  const ofPage = isPlain ? (FIRST_DATA[route] ?? (await firstDataOf(route))) : undefined
  await Promise.allSettled([own, ...(ofPage?.(id, user.id) ?? [])])
}
