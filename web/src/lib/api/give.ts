import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Puts a part of a larger response into the cache, unless its own query has received data since `askedAt`. */
export function seedQuery(client: QueryClient, queryKey: QueryKey, data: unknown, askedAt: number) {
  if ((client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < askedAt)
    client.setQueryData(queryKey, data)
}
