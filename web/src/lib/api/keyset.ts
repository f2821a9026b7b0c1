import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/** Condition for the rows after this one in a list that is sorted by newest first, then by id. */
export const olderThan = (row: { created_at: string; id: string | number }) =>
  `created_at.lt."${row.created_at}",and(created_at.eq."${row.created_at}",id.lt.${row.id})`

interface Sortable {
  order(column: string, options: { ascending: boolean }): this
  limit(rows: number): this
  or(filter: string): this
}

/** A page of a list that is sorted by newest first: the rows after a given row, or the first page. */
export function newestFirst<Query extends Sortable>(
  query: Query,
  after: Parameters<typeof olderThan>[0] | null,
  size: number,
): Query {
  const newest = query
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(size)
  return after ? newest.or(olderThan(after)) : newest
}

/** Condition for the rows that are newer than this one, to be sorted by oldest first. */
export const newerThan = (row: { created_at: string; id: string | number }) =>
  `created_at.gt."${row.created_at}",and(created_at.eq."${row.created_at}",id.gt.${row.id})`

/** Size of later pages. The first page is smaller, because somebody waits for it; larger later pages need fewer requests. */
const LATER_PAGE = 200
export const pageSize = (first: number, isFirst: boolean) =>
  isFirst ? first : Math.max(first, LATER_PAGE)

/** The last row of a full page, after which the next page begins; null if the page is not full. */
export const lastOfFull =
  <Row>(first: number) =>
  (last: Row[], pages: Row[][]): Row | null =>
    last.length < pageSize(first, pages.length === 1) ? null : (last.at(-1) ?? null)

/** Like `lastOfFull`, for a list whose pages all have one size. */
export const lastOfEqual =
  <Row>(size: number) =>
  (last: Row[]): Row | null =>
    last.length < size ? null : (last.at(-1) ?? null)

/** Number of rows that are loaded again when a list is refreshed. */
const REFRESHED_ROWS = 200

/**
 * Cached rows of a later page of a list that is being refreshed. Such lists change only at their start;
 * without the cache each new row would cause a long list to be loaded again, page by page.
 */
export function keptPage<Row extends { id: unknown }>(
  client: QueryClient,
  queryKey: QueryKey,
  after: Row | null,
  size: number,
): Row[] | null {
  const rows = client.getQueryData<InfiniteData<Row[]>>(queryKey)?.pages.flat()
  if (!after || !rows) return null
  const start = rows.findIndex(({ id }) => id === after.id) + 1
  const kept = rows.slice(start, start + size)
  return start > REFRESHED_ROWS && kept.length === size ? kept : null
}
