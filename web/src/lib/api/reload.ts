import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Loads data again after a live change. If their first load is still running, it is repeated afterwards, because
 * the cache treats its response as current although it may be older than the change.
 */
export async function reload(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const loading = client.getQueryCache().findAll({
    queryKey,
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data === undefined,
  })
  void client.invalidateQueries({ queryKey })
  await Promise.allSettled(
    loading.map(async (query) => {
      await query.promise
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }),
  )
}
