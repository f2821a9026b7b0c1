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

/** Interval at which lists are reloaded, because others add to them. */
const REFRESH_MS = 20_000
/** `meta` of lists without live changes: they are reloaded at an interval and when the reader returns. */
export const WITHOUT_LIVE_CHANGES = { refresh: 'on-return' } as const
const PAGE = 30

/** Parameters of a list. `term` applies to all lists; `role` filters members, and the others filter the audit log. */
export type StaffSearch = Partial<
  Record<'term' | 'role' | 'kind' | 'by' | 'about' | 'since' | 'until', string>
>

export interface StaffListPage<Row> {
  rows: Row[]
  /** Position of the next page; null after the last row. */
  next: Json
  /** Number of all rows that match, only on the first page; one more than `counted_most` if there are more. */
  total: number | null
  counted_most: number
  /** The reason why all payouts are stopped; only on a page of alarms. */
  halted?: string | null
  /** True if releasing all payouts waits for a second member of staff; only on a page of alarms. */
  is_release_proposed?: boolean
}

export async function fetchStaffList<Name extends StaffListName>(
  list: Name,
  search: StaffSearch,
  after: Json,
  { size = PAGE, signal }: { size?: number; signal: AbortSignal },
): Promise<StaffListPage<StaffRows[Name]>> {
  const page = await unwrap(read('staff_list', { list, search, after, page_size: size }), signal)
  return page as unknown as StaffListPage<StaffRows[Name]>
}

/** A list of staff in pages. Once a second page is loaded, the list is not reloaded at the interval. */
export const staffListQuery = <Name extends StaffListName>(list: Name, search: StaffSearch = {}) =>
  infiniteQueryOptions<
    StaffListPage<StaffRows[Name]>,
    Error,
    InfiniteData<StaffListPage<StaffRows[Name]>, Json>,
    QueryKey,
    Json
  >({
    queryKey: [...keyRoots.staff, list, search],
    meta: WITHOUT_LIVE_CHANGES,
    refetchInterval: ({ state }) =>
      state.data && state.data.pages.length > 1 ? false : REFRESH_MS,
    placeholderData: keepPreviousData,
    initialPageParam: null as Json,
    queryFn: ({ pageParam, signal }) => fetchStaffList(list, search, pageParam, { signal }),
    getNextPageParam: (last) => last.next,
  })
