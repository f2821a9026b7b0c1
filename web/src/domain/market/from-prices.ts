// The offer that a card names of each creator.
import { queryOptions } from '@tanstack/react-query'
import { decimalsOf } from '@/domain/money/money.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'

type Price = { price_minor: number; currency: string }
export type FromPrice = Price & {
  /** The shortest time of delivery, not always of the cheapest pack. */
  delivery_days: number
}

/** The lowest price of each creator of a page. */
export const fromPricesQuery = (ids: string[]) =>
  queryOptions({
    queryKey: [...keyRoots.packs, 'from-prices', ids],
    meta: { silent: true, refresh: 'on-return' },
    queryFn: async ({ signal }) => {
      const packs = await unwrap(
        supabase
          .from('packs')
          .select('kol_id, price_minor, currency, delivery_days')
          .in('kol_id', ids)
          .eq('is_published', true),
        signal,
      )
      return lowestPrices(packs)
    },
  })

const units = ({ price_minor, currency }: Price) => price_minor / 10 ** decimalsOf(currency)

/** Lowest price of each creator. One unit of any currency counts as one dollar, as in the filter; dollars win a tie. */
export function lowestPrices(packs: (FromPrice & { kol_id: string })[]): Record<string, FromPrice> {
  const lowest: Record<string, FromPrice> = {}
  for (const { kol_id, ...pack } of packs) {
    const known = lowest[kol_id]
    const difference = known ? units(pack) - units(known) : -1
    const isLower = difference < 0 || (difference === 0 && pack.currency === 'USD')
    const delivery_days = Math.min(pack.delivery_days, known?.delivery_days ?? Infinity)
    lowest[kol_id] = { ...(isLower || !known ? pack : known), delivery_days }
  }
  return lowest
}
