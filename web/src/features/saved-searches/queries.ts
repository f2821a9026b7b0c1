import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { SAVED_COUNTS, type ResultCount } from '@/domain/market/creator-count.ts'
import type { CreatorFilters } from '@/domain/market/creator-filters.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { asking, read, supabase, unwrap } from '@/lib/api/supabase.ts'

export type SavedSearch = Tables<'saved_searches'>

/** The reader's own searches, because of row-level security. */
export const savedSearchesQuery = () =>
  queryOptions({
    queryKey: keyRoots.savedSearches,
    queryFn: asking<SavedSearch[]>(() =>
      supabase.from('saved_searches').select('*').order('created_at', { ascending: false }),
    ),
  })

type Change = {
  id: string
  name?: string
  /** The filters that change; others are kept. */
  filters?: CreatorFilters & { emailNotifications?: boolean }
}

/** The search with a change. Other values are kept, because another device may have changed them. */
const changed = <Search extends Pick<SavedSearch, 'filters'>>(
  search: Search,
  { filters, ...rest }: Omit<Change, 'id'>,
) => ({ ...search, ...rest, filters: { ...(search.filters as object), ...filters } })

export async function changeSearch({ id, ...change }: Change): Promise<void> {
  const searches = () => supabase.from('saved_searches')
  const now = await unwrap(searches().select('name, filters').eq('id', id).single())
  await unwrap(searches().update(changed(now, change)).eq('id', id).select('id').single())
}

export function useChangeSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: changeSearch,
    onMutate: async ({ id, ...change }) => {
      await client.cancelQueries({ queryKey: keyRoots.savedSearches })
      const before = client.getQueryData(savedSearchesQuery().queryKey)
      client.setQueryData(savedSearchesQuery().queryKey, (list) =>
        list?.map((search) => (search.id === id ? changed(search, change) : search)),
      )
      return { before }
    },
    onError: (_error, _change, context) =>
      client.setQueryData(savedSearchesQuery().queryKey, context?.before),
    meta: { invalidates: [keyRoots.savedSearches, newMatchesQuery().queryKey] },
  })
}

export function useDeleteSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrap(supabase.from('saved_searches').delete().eq('id', id)),
    onSuccess: (_none, id) =>
      client.setQueryData(savedSearchesQuery().queryKey, (list) =>
        list?.filter((search) => search.id !== id),
      ),
  })
}

/** The number of creators that each search finds now, counted in one request, which is not repeated on every return. */
export const savedCountsQuery = () =>
  queryOptions({
    queryKey: SAVED_COUNTS,
    staleTime: 10 * 60_000,
    meta: { silent: true, refresh: 'never' },
    queryFn: asking<(ResultCount & { saved_search_id: string })[]>(() =>
      read('saved_search_counts'),
    ),
  })

/** The number of new creators for each search since the member last looked; invalidated together with the notifications. */
export const newMatchesQuery = () =>
  queryOptions({
    queryKey: [...keyRoots.notifications, 'new-matches'],
    meta: { silent: true },
    queryFn: asking<{ saved_search_id: string; creators: number }[]>(() => read('new_matches')),
  })

export const useMarkMatchesRead = () =>
  useMutation({
    meta: { silent: true, invalidates: [keyRoots.notifications] },
    mutationFn: (id: string) => unwrap(supabase.rpc('mark_matches_read', { saved_search_id: id })),
  })
