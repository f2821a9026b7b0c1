import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Order } from '@/domain/orders/order-query.ts'
import { supabase } from '@/lib/api/supabase.ts'
import { applicationsQuery, myApplicationsQuery, ownCampaignsQuery } from './campaigns/queries.ts'
import { deadlinesQuery } from './deadlines/queries.ts'
import { quotableMessagesQuery } from './orders/dispute/dispute-queries.ts'
import { payoutsQuery } from './payments/queries.ts'

const TABLE = Array.from({ length: 230 }, (_none, at) => ({
  id: at + 1,
  created_at: '2026-11-30T00:00:00Z',
  status: at % 2 ? 'sent' : 'declined',
}))
type Row = (typeof TABLE)[number]

/** Simulates a request to the table: returns the requested number of rows, in its order, after the given row. */
function request(): never {
  let most = 0
  let last = 0
  const order: [keyof Row, number][] = []
  const compare = (a: Row, b: Row) => {
    const [column, sign] = order.find(([each]) => a[each] !== b[each]) ?? ['id', 0]
    return a[column] < b[column] ? -sign : sign
  }
  const read = () => {
    const rows = TABLE.toSorted(compare)
    const start = rows.findIndex(({ id }) => id === last) + 1
    return rows.slice(start, start + most)
  }
  const steps: Record<string, (value: never, options?: { ascending: boolean }) => unknown> = {
    limit: (rows: number) => (most = rows),
    order: (column: keyof Row, options) =>
      order.push([column, options?.ascending === false ? -1 : 1]),
    or: (behind: string) => (last = Number(/id\.[lg]t\.(\d+)\)+$/.exec(behind)?.[1])),
  }
  const asked: object = new Proxy(steps, {
    get: (_steps, name) => (value: never, options?: never) => {
      if (name === 'then') return (value as (answer: object) => void)({ data: read(), error: null })
      steps[String(name)]?.(value, options)
      return asked
    },
  })
  return asked as never
}

afterEach(() => void vi.restoreAllMocks())

const newestFirst = TABLE.toReversed()
const openFirst = Map.groupBy(TABLE, ({ status }) => status)

test.each([
  ['campaigns of a brand', ownCampaignsQuery('b'), newestFirst],
  ['deadlines of a member', deadlinesQuery('brand', 'b'), TABLE],
  ['payouts of a member', payoutsQuery('m'), newestFirst],
  ['applications of a creator', myApplicationsQuery('c'), newestFirst],
  [
    'applicants, unanswered first',
    applicationsQuery('a'),
    ['sent', 'declined'].flatMap((status) => openFirst.get(status) ?? []),
  ],
  ['messages to choose as evidence', quotableMessagesQuery({ id: 'o' } as Order), newestFirst],
])('the pages of the list "%s" contain all rows in order', async (_what, query, wanted) => {
  vi.spyOn(supabase, 'from').mockImplementation(request)
  vi.spyOn(supabase, 'rpc').mockImplementation(request)
  const observer = new InfiniteQueryObserver(new QueryClient(), query as never)
  await observer.refetch()
  for (let page = 1; page < 9 && observer.getCurrentResult().hasNextPage; page += 1)
    await observer.fetchNextPage()
  const { data } = observer.getCurrentResult() as { data: unknown }
  const rows = (data as { pages: Row[][] }).pages.flat()
  expect(rows.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
})
