import { notifyManager, type QueryClient } from '@tanstack/react-query'

/**
 * Calls the listener after a change of the cache, not during it. A component that starts a query while it
 * renders changes the cache, and React does not allow other components to update at that time.
 */
export const onCacheChange = (client: QueryClient, listener: () => void) =>
  client.getQueryCache().subscribe(notifyManager.batchCalls(listener))
