import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Loads again what a live change concerns. A first load that is under way is repeated when it has
 * ended: the cache takes its response as current, although it may be from before the change.
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
