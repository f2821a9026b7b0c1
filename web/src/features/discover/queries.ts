import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { CreatorFilters, CreatorSort } from '@/domain/market/creator-filters.ts'
import type { Member } from '@/domain/members/members.ts'
import { decimalsOf } from '@/domain/money/money.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { tokenOf, unwrap } from '@/lib/api/errors.ts'
import { supabase } from '@/lib/api/supabase.ts'

const PAGE_SIZE = 24
/** Larger pages after the first, so that scrolling waits less often; the function returns at most 100. */
const LATER_PAGE_SIZE = 96

/** Keyset pages: the next one starts after the last creator seen. */
export const creatorSearchQuery = (filters: CreatorFilters, sort: CreatorSort) =>
  infiniteQueryOptions({
    queryKey: [...keyRoots.members, 'search', filters, sort],
    // A list that changes its order while it is read would be worse than a stale one.
    meta: { refresh: 'on-return' },
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      (await unwrap(
        supabase
          .rpc('search_creators', {
            filters,
            sort,
            page_size: pageParam ? LATER_PAGE_SIZE : PAGE_SIZE,
            ...(pageParam ? { after: pageParam } : {}),
          })
          .abortSignal(signal),
      )) as Member[],
    getNextPageParam: (last, pages) =>
      last.length < (pages.length === 1 ? PAGE_SIZE : LATER_PAGE_SIZE)
        ? null
        : (last.at(-1)?.id ?? null),
  })

export type ResultCount = { total: number; is_exact: boolean }

export const creatorCountQuery = (filters: CreatorFilters) =>
  queryOptions({
    queryKey: [...keyRoots.members, 'count', filters],
    meta: { silent: true, refresh: 'on-return' },
    queryFn: async ({ signal }): Promise<ResultCount | null> => {
      const rows = await unwrap(supabase.rpc('count_creators', { filters }).abortSignal(signal))
      return rows[0] ?? null
    },
  })

export type FromPrice = { price_minor: number; currency: string }

/** The lowest price of each creator of a page. */
export const fromPricesQuery = (ids: string[]) =>
  queryOptions({
    queryKey: [...keyRoots.packs, 'from-prices', ids],
    meta: { silent: true, refresh: 'on-return' },
    queryFn: async ({ signal }) => {
      const packs = await unwrap(
        supabase
          .from('packs')
          .select('kol_id, price_minor, currency')
          .in('kol_id', ids)
          .eq('is_published', true)
          .abortSignal(signal),
      )
      return lowestPrices(packs)
    },
  })

const units = ({ price_minor, currency }: FromPrice) => price_minor / 10 ** decimalsOf(currency)

/** Lowest price of each creator. One unit of any currency counts as one dollar, as in the filter; dollars win a tie. */
export function lowestPrices(packs: (FromPrice & { kol_id: string })[]): Record<string, FromPrice> {
  const lowest: Record<string, FromPrice> = {}
  for (const { kol_id, ...pack } of packs) {
    const known = lowest[kol_id]
    const difference = known ? units(pack) - units(known) : -1
    if (difference < 0 || (difference === 0 && pack.currency === 'USD')) lowest[kol_id] = pack
  }
  return lowest
}

/** The id is made before the request: asking twice saves once. */
type NewSearch = {
  id: string
  profileId: string
  name: string
  filters: CreatorFilters
  email: boolean
}

export function useSaveSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, profileId, name, filters, email }: NewSearch) => {
      const row = {
        id,
        profile_id: profileId,
        name,
        filters: { ...filters, emailNotifications: email },
      }
      const { error } = await supabase.from('saved_searches').insert(row)
      if (error && tokenOf(error) !== 'saved_searches_pkey') throw error
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keyRoots.savedSearches }),
  })
}
