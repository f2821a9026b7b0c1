// Each request that the boot script sends is compared with what the page's own query sends.
import { QueryClient, type FetchQueryOptions } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ownProfileQuery } from '@/domain/members/profile.tsx'
import { memberLabelQuery, memberQuery } from '@/domain/members/members.ts'
import { orderThreadQuery } from '@/domain/messages/order-thread.ts'
import { orderQuery } from '@/domain/orders/order-query.ts'
import { packsOfQuery } from '@/features/creator-profile/queries.ts'
import { creatorSearchQuery } from '@/features/discover/queries.ts'
import { balancesQuery, newsQuery } from '@/features/home/queries.ts'
import { inboxQuery } from '@/features/messages/queries.ts'
import { ROUTES } from '@/domain/routes.ts'
import { orderActionsQuery } from '@/features/orders/order-actions-query.ts'
import {
  deliveriesQuery,
  orderEventsQuery,
  orderMoneyQuery,
  ordersQuery,
} from '@/features/orders/queries.ts'
import { reportsQuery, suspenseQuery, waitingQuery } from '@/features/staff/queries.ts'
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
const one = { fetchQuery: (query: FetchQueryOptions) => new QueryClient().fetchQuery(query) }
const ask = (query: unknown) => one.fetchQuery(query as FetchQueryOptions).catch(() => null)
const askPages = (query: unknown) =>
  new QueryClient().fetchInfiniteQuery(query as never).catch(() => null)

test.each<[string, Ask[], () => unknown[]]>([
  ['the profile', [askForProfile(ID)], () => [ask({ ...ownProfileQuery(ID), retry: false })]],
  ['home', at('/dashboard'), () => [ask(balancesQuery()), ask(newsQuery())]],
  ['discover', at('/dashboard/discover'), () => [askPages(creatorSearchQuery({}, 'rating'))]],
  ['messages', at('/dashboard/messages'), () => [askPages(inboxQuery())]],
  [
    'a creator',
    at(`/dashboard/kol-profile/${ID}`),
    () => [ask(memberQuery(ID)), ask(packsOfQuery(ID))],
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
    ],
  ],
  [
    'the two sides of an order',
    at(`/dashboard/orders/${ID}`)[0]?.next?.({ brand_id: ID, kol_id: OTHER }) ?? [],
    () => [ask(memberLabelQuery(ID)), ask(memberLabelQuery(OTHER))],
  ],
  [
    'staff',
    at('/dashboard/staff'),
    () => [ask(waitingQuery()), ask(reportsQuery()), ask(suspenseQuery())],
  ],
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

/** Their queries stand in the file of the page, which takes the answers when it is drawn. */
const BY_PAGE = ['home', 'orders', 'staff']
const BY_PAGE_PATHS = /^packs\?/

test('what is asked for early is in the cache before its page is drawn, and nothing else', async () => {
  const row = { id: ID, status: 'funded', brand_id: ID, kol_id: OTHER }
  const ofPage = askedPages().filter((name) => !BY_PAGE.includes(name))
  expect(Object.keys(FIRST_DATA).toSorted()).toEqual(ofPage.toSorted())
  for (const name of ofPage) {
    const path = ROUTES[name].path.replace(/:\w+$/, ID)
    const id = path.includes(ID) ? ID : ''
    const asked = at(path.replace(/\/:\w+\?$/, ''))
    const wanted = asked.flatMap((each) => [each, ...(each.next?.(row) ?? [])])
    queryClient.clear()
    const sent = recordRequests([row])
    await Promise.allSettled(FIRST_DATA[name]?.(id) ?? [])
    const urlOf = (each: Ask) => decodeURIComponent(`${env.supabaseUrl}/rest/v1/${each.path}`)
    const expected = wanted.filter(({ path: own }) => !BY_PAGE_PATHS.test(own)).map(urlOf)
    expect(sent.map(({ url }) => url).toSorted()).toEqual(expected.toSorted())
  }
})

test('a page whose address says more than its path asks for itself', () => {
  expect(asksOf({ pathname: '/dashboard/discover', search: '?term=a' })).toEqual([])
  expect(asksOf({ pathname: '/pricing', search: '' })).toEqual([])
  expect(asksOf({ pathname: '/dashboard/orders/K-ABCDE', search: '' })).toEqual([])
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
