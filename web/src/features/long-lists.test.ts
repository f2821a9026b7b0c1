import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Order } from '@/domain/orders/order-query.ts'
import { supabase } from '@/lib/api/supabase.ts'
import { myApplicationsQuery, ownCampaignsQuery } from './campaigns/queries.ts'
import { quotableMessagesQuery } from './orders/dispute/dispute-queries.ts'
import { payoutsQuery } from './payments/queries.ts'

const ROWS = 230

/** A request to a table of so many rows: reads as many as it asks for, below the row that it names. */
function request(): never {
  let most = 0
  let below = ROWS + 1
  const read = () =>
    Array.from({ length: Math.min(most, below - 1) }, (_none, place) => ({
      id: below - 1 - place,
      created_at: '2026-11-30T00:00:00Z',
    }))
  const steps: Record<string, (value: never) => unknown> = {
    limit: (rows: number) => (most = rows),
    or: (older: string) => (below = Number(/id\.lt\.(\d+)\)$/.exec(older)?.[1])),
  }
  const asked: object = new Proxy(steps, {
    get: (_steps, name) => (value: never) => {
      if (name === 'then') return (value as (answer: object) => void)({ data: read(), error: null })
      steps[String(name)]?.(value)
      return asked
    },
  })
  return asked as never
}

afterEach(() => void vi.restoreAllMocks())

test.each([
  ['campaigns of a brand', ownCampaignsQuery('b')],
  ['payouts of a member', payoutsQuery('m')],
  ['applications of a creator', myApplicationsQuery('c')],
  ['messages to choose as evidence', quotableMessagesQuery({ id: 'o' } as Order)],
])('%s are read to their end', async (_what, query) => {
  vi.spyOn(supabase, 'from').mockImplementation(request)
  const observer = new InfiniteQueryObserver(new QueryClient(), query as never)
  await observer.refetch()
  for (let page = 1; page < 9 && observer.getCurrentResult().hasNextPage; page += 1)
    await observer.fetchNextPage()
  const { data } = observer.getCurrentResult() as { data: unknown }
  const rows = (data as { pages: { id: number }[][] }).pages.flat()
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: ROWS }, (_none, n) => ROWS - n))
})
