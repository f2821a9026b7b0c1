import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { read, unwrap } from '@/lib/api/supabase.ts'
import type { CreatorFilters } from './creator-filters.ts'

export type ResultCount = { total: number; is_exact: boolean }

export const CREATOR_COUNTS = [...keyRoots.members, 'count'] as const
/** Query key of the counts of all saved searches. */
export const SAVED_COUNTS = [...keyRoots.savedSearches, 'counts'] as const

/** How many creators match the filters now. */
export const creatorCountQuery = (filters: CreatorFilters) =>
  queryOptions({
    queryKey: [...CREATOR_COUNTS, filters],
    meta: { silent: true, refresh: 'on-return' },
    queryFn: async ({ signal }): Promise<ResultCount | null> => {
      const rows = await unwrap(read('count_creators', { filters }), signal)
      return rows[0] ?? null
    },
  })

type OptionCounts = { options: Record<string, Record<string, number>>; is_exact: boolean }

/** How many creators each option of a filter would find, together with the other filters. */
export const optionCountsQuery = (filters: CreatorFilters) =>
  queryOptions({
    queryKey: [...keyRoots.members, 'options', filters],
    meta: { silent: true, refresh: 'on-return' },
    queryFn: async ({ signal }): Promise<OptionCounts | null> => {
      const rows = await unwrap(read('count_options', { filters }), signal)
      return (rows[0] as OptionCounts | undefined) ?? null
    },
  })
