import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import type { CreatorFilters, CreatorSort } from '@/domain/market/creator-filters.ts'
import { MEMBER_CARD, type MemberCard } from '@/domain/members/members.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { read, supabase, unwrap } from '@/lib/api/supabase.ts'
import { writeOnce } from '@/lib/api/write-once.ts'

const PAGE_SIZE = 24
/** Size of later pages: large, so that scrolling waits less often. The function returns at most 100 creators. */
const LATER_PAGE_SIZE = 96

/** Search results in keyset pages: the next page starts after the last creator of this one. */
export const creatorSearchQuery = (filters: CreatorFilters, sort: CreatorSort) =>
  infiniteQueryOptions({
    queryKey: [...keyRoots.members, 'search', filters, sort],
    // The list is not refreshed while it is being read, because its order could change.
    meta: { refresh: 'on-return' },
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      (await unwrap(
        read('search_creators', {
          filters,
          sort,
          page_size: pageParam ? LATER_PAGE_SIZE : PAGE_SIZE,
          ...(pageParam ? { after: pageParam } : {}),
        }).select(MEMBER_CARD),
        signal,
      )) as unknown as MemberCard[],
    getNextPageParam: (last, pages) =>
      last.length < (pages.length === 1 ? PAGE_SIZE : LATER_PAGE_SIZE)
        ? null
        : (last.at(-1)?.id ?? null),
  })

type NewSearch = {
  id: string
  profileId: string
  name: string
  filters: CreatorFilters
  email: boolean
}

export const useSaveSearch = () =>
  useMutation({
    mutationFn: async ({ id, profileId, name, filters, email }: NewSearch) => {
      const row = { name, filters: { ...filters, emailNotifications: email } }
      const table = () => supabase.from('saved_searches')
      const insert = table().insert({ ...row, id, profile_id: profileId })
      await writeOnce(insert, 'saved_searches_pkey', () =>
        unwrap(table().update(row).eq('id', id).select('id').single()),
      )
    },
    meta: { invalidates: [keyRoots.savedSearches] },
  })
