import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/** The filter for "what comes after this row" in a list sorted by newest first, then id. */
export const olderThan = (row: { created_at: string; id: string | number }) =>
  `created_at.lt."${row.created_at}",and(created_at.eq."${row.created_at}",id.lt.${row.id})`

/** The same for what comes before it: read from here on, the oldest first. */
export const newerThan = (row: { created_at: string; id: string | number }) =>
  `created_at.gt."${row.created_at}",and(created_at.eq."${row.created_at}",id.gt.${row.id})`

/** The first page is small, because somebody waits for it; later ones are larger, so that fewer are needed. */
const LATER_PAGE = 200
export const pageSize = (first: number, isFirst: boolean) =>
  isFirst ? first : Math.max(first, LATER_PAGE)

/** The row after which the next page begins, for lists whose pages have the size of `pageSize`. */
export const lastOfFull =
  <Row>(first: number) =>
  (last: Row[], pages: Row[][]): Row | null =>
    last.length < pageSize(first, pages.length === 1) ? null : (last.at(-1) ?? null)

/** So many rows of a list are asked for again when it is refreshed. */
const REFRESHED_ROWS = 200

/**
 * A page from far down a list that is being refreshed, as it was loaded before. Such lists change
 * at their start; without this a list of ten thousand rows would be loaded once more, page by page,
 * for each new row.
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
