import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/** The filter for "what comes after this row" in a list sorted by newest first, then id. */
export const olderThan = (row: { created_at: string; id: string | number }) =>
  `created_at.lt."${row.created_at}",and(created_at.eq."${row.created_at}",id.lt.${row.id})`

interface Sortable {
  order(column: string, options: { ascending: boolean }): this
  limit(rows: number): this
  or(filter: string): this
}

/** A page of a list that begins with the newest rows: those that follow a row, or the first. */
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

/** Condition for the rows that are newer than this one, to be read oldest first. */
export const newerThan = (row: { created_at: string; id: string | number }) =>
  `created_at.gt."${row.created_at}",and(created_at.eq."${row.created_at}",id.gt.${row.id})`

/** The first page is small, because somebody waits for it; later ones are larger, so that fewer are needed. */
const LATER_PAGE = 200
export const pageSize = (first: number, isFirst: boolean) =>
  isFirst ? first : Math.max(first, LATER_PAGE)

/** Last row of a full page, after which the next page begins; null if the page is not full. */
export const lastOfFull =
  <Row>(first: number) =>
  (last: Row[], pages: Row[][]): Row | null =>
    last.length < pageSize(first, pages.length === 1) ? null : (last.at(-1) ?? null)

/** Last row of a full page in a list of equal pages. */
export const lastOfEqual =
  <Row>(size: number) =>
  (last: Row[]): Row | null =>
    last.length < size ? null : (last.at(-1) ?? null)

/** Number of rows that a refresh of a list loads again. */
const REFRESHED_ROWS = 200

/**
 * Cached rows of a page far down a list that is being refreshed. Such lists change at their start;
 * without the cache each new row would load a list of ten thousand rows again, page by page.
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
