import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { SAVED_COUNTS, type ResultCount } from '@/domain/market/creator-count.ts'
import type { CreatorFilters } from '@/domain/market/creator-filters.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { asking, read, supabase, unwrap } from '@/lib/api/supabase.ts'

export type SavedSearch = Tables<'saved_searches'>

/** Row-level security leaves only one's own. */
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
  filters?: CreatorFilters & { emailNotifications: boolean }
}

export function useChangeSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...change }: Change) =>
      unwrap(supabase.from('saved_searches').update(change).eq('id', id).select('id').single()),
    onMutate: async ({ id, ...change }) => {
      await client.cancelQueries({ queryKey: keyRoots.savedSearches })
      const before = client.getQueryData(savedSearchesQuery().queryKey)
      client.setQueryData(savedSearchesQuery().queryKey, (list) =>
        list?.map((search) => (search.id === id ? { ...search, ...change } : search)),
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

/** How many creators each search finds now: one request for all, which does not count them again at each return. */
export const savedCountsQuery = () =>
  queryOptions({
    queryKey: SAVED_COUNTS,
    staleTime: 10 * 60_000,
    meta: { silent: true, refresh: 'never' },
    queryFn: asking<(ResultCount & { saved_search_id: string })[]>(() =>
      read('saved_search_counts'),
    ),
  })

/** How many creators each search has found since the member last looked; asked again with the notifications. */
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
