import { notifyManager, type QueryClient } from '@tanstack/react-query'

/**
 * Calls the listener after a change of the cache, and not within it: a component that begins a query while it
 * renders changes the cache, and React lets it update no other component then.
 */
export const onCacheChange = (client: QueryClient, listener: () => void) =>
  client.getQueryCache().subscribe(notifyManager.batchCalls(listener))
