// Each request that the boot script sends is compared with what the page's own query sends.
import { QueryClient, type FetchQueryOptions } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { shortlistQuery } from '@/domain/market/shortlist.ts'
import { canTransactQuery, ownProfileQuery } from '@/domain/members/profile.tsx'
import { fetchMemberLabels, memberLabelQuery, memberQuery } from '@/domain/members/members.ts'
import { orderThreadQuery } from '@/domain/messages/order-thread.ts'
import { orderQuery } from '@/domain/orders/order-query.ts'
import { staffQueueQuery } from '@/domain/staff-queue.ts'
import { firstData as firstDataOfCreator } from '@/features/creator-profile/creator-profile-page.tsx'
import { packsOfQuery, reviewsOfQuery } from '@/features/creator-profile/queries.ts'
import { creatorSearchQuery } from '@/features/discover/queries.ts'
import { balancesQuery, recentNotificationsQuery } from '@/features/home/queries.ts'
import { inboxQuery } from '@/features/messages/queries.ts'
import { ROUTES } from '@/domain/routes.ts'
import { orderActionsQuery } from '@/features/orders/order-actions-query.ts'
import {
  deliveriesQuery,
  orderEventsQuery,
  orderMoneyQuery,
  ordersQuery,
  settlementPreviewQuery,
} from '@/features/orders/queries.ts'
import { firstData as firstDataOfStaff } from '@/features/staff/staff-page.tsx'
import { waitingQuery } from '@/features/staff/queries.ts'
import { earlyRequests, takeEarly } from '@/lib/early.ts'
import { env } from '@/lib/env.ts'
import { FIRST_DATA } from '@/app/first-data.ts'
import { queryClient } from '@/lib/query-client.ts'
import { askedPages, askForProfile, asksOf, type Ask, type Own } from './requests.ts'

const ID = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
const OWN: Own = { id: ID, role: 'kol' }

type Sent = { url: string; method: string; body: unknown; isOne: boolean }

function recordRequests(rows: unknown[] = []): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    const accept = new Headers(init.headers).get('Accept') ?? ''
    sent.push({
      url: decodeURIComponent(String(input)),
      method: init.method ?? 'GET',
      body: init.body,
      isOne: accept.includes('pgrst.object'),
    })
    return Promise.resolve(Response.json(accept.includes('pgrst.object') ? (rows[0] ?? []) : rows))
  })
  return sent
}
afterEach(() => vi.unstubAllGlobals())

const at = (pathname: string, own?: Own) => asksOf({ pathname, search: '' }, own)
/** What is asked for once these rows have come. */
const nextOf = (pathname: string, rows: Record<string, unknown>[]) =>
  at(pathname).flatMap(({ next }) => next?.(rows) ?? [])
const one = { fetchQuery: (query: FetchQueryOptions) => new QueryClient().fetchQuery(query) }
const ask = (query: unknown) => one.fetchQuery(query as FetchQueryOptions).catch(() => null)
const askPages = (query: unknown) =>
  new QueryClient().fetchInfiniteQuery(query as never).catch(() => null)

test.each<[string, Ask[], () => unknown[]]>([
  ['the profile', [askForProfile(ID)], () => [ask({ ...ownProfileQuery(ID), retry: false })]],
  ['home', at('/dashboard'), () => [ask(balancesQuery()), ask(recentNotificationsQuery())]],
  ['discover', at('/dashboard/discover'), () => [askPages(creatorSearchQuery({}, 'rating'))]],
  ['messages', at('/dashboard/messages'), () => [askPages(inboxQuery())]],
  [
    'a creator',
    at(`/dashboard/kol-profile/${ID}`),
    () => [
      ask(memberQuery(ID)),
      ask(packsOfQuery(ID)),
      askPages(reviewsOfQuery(ID)),
      ask(shortlistQuery()),
      ask(canTransactQuery(ID)),
    ],
  ],
  [
    'the authors of reviews',
    nextOf(
      `/dashboard/kol-profile/${ID}`,
      [OTHER, ID, OTHER].map((author_id) => ({ author_id })),
    ),
    () => [fetchMemberLabels([OTHER, ID, OTHER])],
  ],
  [
    'an order',
    at(`/dashboard/orders/${ID}`),
    () => [
      ask(orderQuery(ID)),
      ask(orderEventsQuery(ID)),
      ask(orderActionsQuery({ id: ID, status: 'funded' })),
      ask(deliveriesQuery(ID)),
      askPages(orderThreadQuery(ID)),
      ask(orderMoneyQuery(ID)),
      ask(settlementPreviewQuery(ID)),
    ],
  ],
  [
    'the two sides of an order',
    nextOf(`/dashboard/orders/${ID}`, [{ brand_id: ID, kol_id: OTHER }]),
    () => [ask(memberLabelQuery(ID)), ask(memberLabelQuery(OTHER))],
  ],
  ['staff', at('/dashboard/staff'), () => [ask(waitingQuery()), ask(staffQueueQuery())]],
  [
    'orders of a creator',
    at('/dashboard/orders', OWN),
    () => [askPages(ordersQuery('kol', ID, 'open'))],
  ],
  [
    'orders of a brand',
    at('/dashboard/orders', { ...OWN, role: 'brand' }),
    () => [askPages(ordersQuery('brand', ID, 'open'))],
  ],
])('the early requests of %s are those of its queries', async (_name, asks, queries) => {
  const sent = recordRequests()
  await Promise.all(queries())
  expect(asks).not.toHaveLength(0)
  for (const { path, body, isOne } of asks) {
    expect(sent).toContainEqual({
      url: decodeURIComponent(`${env.supabaseUrl}/rest/v1/${path}`),
      method: body === undefined ? 'GET' : 'POST',
      body: body === undefined ? undefined : JSON.stringify(body),
      isOne: isOne ?? false,
    })
  }
})

/** They take the answers when they are drawn. */
const BY_PAGE = ['home', 'orders']
/** What the pages say in their own files is the same for them as the list is for the others. */
const EACH = { ...FIRST_DATA, creator: firstDataOfCreator, staff: firstDataOfStaff }

test('what is asked for early is in the cache before its page is drawn, and nothing else', async () => {
  const row = { id: ID, status: 'funded', brand_id: ID, kol_id: OTHER, author_id: OTHER }
  const ofPage = askedPages().filter((name) => !BY_PAGE.includes(name))
  expect(Object.keys(EACH).toSorted()).toEqual(ofPage.toSorted())
  for (const name of ofPage) {
    const path = ROUTES[name].path.replace(/:\w+$/, ID)
    const id = path.includes(ID) ? ID : ''
    const asked = at(path.replace(/\/:\w+\?$/, ''))
    const wanted = asked.flatMap((each) => [each, ...(each.next?.([row]) ?? [])])
    queryClient.clear()
    const sent = recordRequests([row])
    await Promise.allSettled(EACH[name]?.(id, OTHER) ?? [])
    const urlOf = (each: Ask) => decodeURIComponent(`${env.supabaseUrl}/rest/v1/${each.path}`)
    // Their own profile is asked for on every page.
    const urls = sent.map(({ url }) => url).filter((url) => url !== urlOf(askForProfile(OTHER)))
    expect(urls.toSorted()).toEqual(wanted.map(urlOf).toSorted())
  }
})

test('a page whose address says more than its path asks for itself', () => {
  expect(asksOf({ pathname: '/dashboard/discover', search: '?term=a' })).toEqual([])
  expect(asksOf({ pathname: '/pricing', search: '' })).toEqual([])
  expect(asksOf({ pathname: '/dashboard/orders/K-ABCDE', search: '' })).toEqual([])
})

test('of what no rows have come nothing more is asked for', () => {
  expect(nextOf(`/dashboard/orders/${ID}`, [])).toEqual([])
  expect(nextOf(`/dashboard/kol-profile/${ID}`, [])).toEqual([])
})

test('a response is taken once, by the same member, for the same request', async () => {
  const url = `${env.supabaseUrl}/rest/v1/balances`
  const response = Promise.resolve(new Response('[]'))
  const early = { method: 'GET', url, token: 'mine', sentAt: Date.now(), response }
  const mine = { headers: { Authorization: 'Bearer mine' } }
  earlyRequests().push(early)
  expect(takeEarly(url, { headers: { Authorization: 'Bearer of another' } })).toBeUndefined()
  expect(takeEarly(url, { ...mine, method: 'POST' })).toBeUndefined()
  expect(takeEarly(`${url}?select=1`, mine)).toBeUndefined()
  expect(takeEarly(url, mine)).toBe(response)
  expect(takeEarly(url, mine)).toBeUndefined()

  earlyRequests().push({ ...early, sentAt: Date.now() - 60_000 })
  expect(takeEarly(url, mine)).toBeUndefined()
})
