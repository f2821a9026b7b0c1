import {
  infiniteQueryOptions,
  keepPreviousData,
  type InfiniteData,
  type QueryKey,
} from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { read, unwrap } from '@/lib/api/supabase.ts'
import type { Json } from '@/lib/database.types.ts'
import type { StaffListName, StaffRows } from './staff-rows.ts'

/** How often lists are looked at again that other people add to. */
const REFRESH_MS = 20_000
/** No live change tells about what staff look at: it is asked for by its own clock, and when somebody comes back. */
export const SELDOM = { refresh: 'on-return' } as const
const PAGE = 30

/** `term` is searched in every list; members are filtered by role, the others filter the audit log. */
export type StaffSearch = Partial<
  Record<'term' | 'role' | 'kind' | 'by' | 'about' | 'since' | 'until', string>
>

export interface StaffPage<Row> {
  rows: Row[]
  /** Where the next page begins; null after the last row. */
  next: Json
  /** All rows of the search, on its first page; one above `counted_most` when there are more. */
  total: number | null
  counted_most: number
  /** Why all payouts are stopped, on a page of alarms. */
  halted?: string | null
  /** The release of all payouts waits for a second member of staff, on a page of alarms. */
  is_release_proposed?: boolean
}

export async function fetchStaffList<Name extends StaffListName>(
  list: Name,
  search: StaffSearch,
  after: Json,
  { size = PAGE, signal }: { size?: number; signal: AbortSignal },
): Promise<StaffPage<StaffRows[Name]>> {
  const page = await unwrap(read('staff_list', { list, search, after, page_size: size }), signal)
  return page as unknown as StaffPage<StaffRows[Name]>
}

/** A list of staff, in pages; one that was read on is not asked for again by the clock. */
export const staffListQuery = <Name extends StaffListName>(list: Name, search: StaffSearch = {}) =>
  infiniteQueryOptions<
    StaffPage<StaffRows[Name]>,
    Error,
    InfiniteData<StaffPage<StaffRows[Name]>, Json>,
    QueryKey,
    Json
  >({
    queryKey: [...keyRoots.staff, list, search],
    meta: SELDOM,
    refetchInterval: ({ state }) =>
      state.data && state.data.pages.length > 1 ? false : REFRESH_MS,
    placeholderData: keepPreviousData,
    initialPageParam: null as Json,
    queryFn: ({ pageParam, signal }) => fetchStaffList(list, search, pageParam, { signal }),
    getNextPageParam: (last) => last.next,
  })
