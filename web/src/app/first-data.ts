// Requests the data of the first page with the page's own queries. The entry imports this file before
// all other code, so that data and code load in parallel. It imports no component.
import { packsOfQuery } from '@/domain/market/packs.ts'
import { shortlistQuery } from '@/domain/market/shortlist.ts'
import { loadEarly } from '@/domain/members/images.ts'
import { memberQuery } from '@/domain/members/members.ts'
import { worksOf } from '@/domain/members/works.ts'
import type { Profile } from '@/shared/members/profile.tsx'
import { canTransactQuery, ownProfileQuery } from '@/domain/members/own-profile.ts'
import { balancesQuery } from '@/domain/money/balances.ts'
import { orderThreadQuery } from '@/domain/messages/order-thread.ts'
import { isOrderId } from '@/domain/orders/order-query.ts'
import { routeAt, ROUTES, type RouteName } from '@/domain/routes.ts'
import { staffQueueQuery } from '@/domain/staff-queue.ts'
import { creatorRecordQuery, reviewsOfQuery } from '@/features/creator-profile/queries.ts'
import { creatorSearchQuery } from '@/features/discover/queries.ts'
import { openOrdersQuery } from '@/features/home/queries.ts'
import { inboxQuery } from '@/features/messages/queries.ts'
import { orderPageQuery } from '@/features/orders/page/order-page-query.ts'
import { orderMoneyQuery, ordersQuery } from '@/features/orders/queries.ts'
import { staffListQuery } from '@/features/staff/staff-list-query.ts'
import { queryClient } from '@/lib/api/query-client.ts'
import { useSession } from '@/lib/session/session.ts'

/** Starts the queries of a page. `id` is the parameter of its path, and `own` is the reader's profile. */
type Ask = (id: string, own: Promise<Profile>) => Promise<unknown>[]

const FIRST: Partial<Record<RouteName, Ask>> = {
  home: (_id, own) => [
    own.then(({ id }) => queryClient.prefetchQuery(openOrdersQuery(id))),
    own.then(({ is_staff: isStaff }) =>
      isStaff
        ? queryClient.prefetchQuery(staffQueueQuery())
        : queryClient.prefetchQuery(balancesQuery()),
    ),
  ],
  discover: () => [
    queryClient
      .fetchInfiniteQuery(creatorSearchQuery({}, 'rating'))
      .then(({ pages: [cards] }) => loadEarly(cards?.[0]?.cover)),
  ],
  creator: (id, own) => {
    // The reviews are not awaited, because the page renders before they have arrived.
    void queryClient.prefetchInfiniteQuery(reviewsOfQuery(id))
    return [
      queryClient.fetchQuery(memberQuery(id)).then((member) => {
        loadEarly(member?.profile_image)
        if (member) loadEarly(worksOf(member)[0]?.thumbnail)
      }),
      queryClient.prefetchQuery(packsOfQuery(id)),
      queryClient.prefetchQuery(creatorRecordQuery(id)),
      queryClient.prefetchQuery(shortlistQuery()),
      own.then((profile) => queryClient.prefetchQuery(canTransactQuery(profile.id))),
    ]
  },
  orders: (_id, own) => [
    own.then(({ id, role }) =>
      queryClient.prefetchInfiniteQuery(ordersQuery(role === 'kol' ? 'kol' : 'brand', id, 'open')),
    ),
  ],
  order: (id, own) => [
    queryClient.prefetchQuery(orderPageQuery(id)),
    own.then(({ is_staff: isStaff }) => {
      if (isStaff) return
      // The messages are not awaited, because the page renders before they have arrived.
      void queryClient.prefetchInfiniteQuery(orderThreadQuery(id))
      void queryClient.prefetchQuery(orderMoneyQuery(id))
    }),
  ],
  messages: (id) => (id ? [] : [queryClient.prefetchInfiniteQuery(inboxQuery())]),
  staff: () => [
    queryClient.fetchInfiniteQuery(staffListQuery('approvals')).then(({ pages: [waiting] }) => {
      const [first] = waiting?.rows ?? []
      if (first) loadEarly(worksOf(first)[0]?.thumbnail)
    }),
    queryClient.prefetchQuery(staffQueueQuery()),
  ],
}

async function ask({ pathname, search }: Location): Promise<void> {
  const { user, owesCode } = useSession.getState()
  const name = routeAt(pathname)
  if (user === null || owesCode || name === null) return
  const own = queryClient.fetchQuery(ownProfileQuery(user.id))
  const id = pathname.slice((ROUTES[name].path.split('/:')[0] ?? '').length + 1)
  // Skips order numbers and URLs with a query string, which the page itself interprets.
  const isPlain = search === '' && (id === '' || isOrderId(id))
  await Promise.allSettled([own, ...((isPlain && FIRST[name]?.(id, own)) || [])])
}

let asked: Promise<void> | undefined

/** Resolves once the data of the first page is in the cache; requests it once. */
export const firstData = (): Promise<void> => (asked ??= ask(location))
