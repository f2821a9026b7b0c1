// Loads the lowest price of creators, which their cards show.
import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { read, unwrap } from '@/lib/api/supabase.ts'
import { inParts } from '@/lib/in-parts.ts'

export type FromPrice = {
  price_minor: number
  currency: string
  /** The shortest delivery time of all packs, not always that of the cheapest one. */
  delivery_days: number
}

/** Prices by creator; null for a creator who sells nothing. */
export type Prices = Record<string, FromPrice | null>

/** The most creators in one request. */
const MOST = 200

/** The lowest price of each creator, computed in the database, because it would not return all of their packs at once. */
export const fromPricesQuery = (ids: string[]) =>
  queryOptions({
    queryKey: [...keyRoots.packs, 'from-prices', ids],
    meta: { silent: true, refresh: 'on-return' },
    queryFn: async ({ signal }) => {
      const prices: Prices = Object.fromEntries(ids.map((id) => [id, null]))
      const asked = inParts(ids, MOST).map((creator_ids) =>
        unwrap(read('from_prices', { creator_ids }), signal),
      )
      for (const { kol_id, ...price } of (await Promise.all(asked)).flat()) prices[kol_id] = price
      return prices
    },
  })
