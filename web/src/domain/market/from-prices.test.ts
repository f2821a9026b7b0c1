import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { supabase } from '@/lib/api/supabase.ts'
import { fromPricesQuery } from './from-prices.ts'

afterEach(() => void vi.restoreAllMocks())

const price = { price_minor: 100, currency: 'USD', delivery_days: 2 }

/** Like the database, returns at most 200 prices at a time. All creators except the first one sell packs. */
function answer(_name: string, { creator_ids }: { creator_ids: string[] | string }) {
  const asked = String(creator_ids).match(/c\d+/g)?.slice(0, 200) ?? []
  const sellers = asked.filter((id) => id !== 'c0')
  return Promise.resolve({ data: sellers.map((kol_id) => ({ kol_id, ...price })), error: null })
}

test('fromPricesQuery returns the price of each of 450 creators, and null for one without packs', async () => {
  const ids = Array.from({ length: 450 }, (_none, at) => `c${at}`)
  vi.spyOn(supabase, 'rpc').mockImplementation(answer as never)
  const prices = await new QueryClient().fetchQuery(fromPricesQuery(ids))
  expect(prices).toEqual(Object.fromEntries(ids.map((id) => [id, id === 'c0' ? null : price])))
})
