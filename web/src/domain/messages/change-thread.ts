import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { TableChange } from '@/lib/api/realtime.ts'
import { applyChange, type Message, type ThreadPages } from './thread-state.ts'

/**
 * Applies a new or changed message to the cached pages. A running fetch may return older data and
 * replace the pages, so the change is applied again after it.
 */
export function changeThread(client: QueryClient, queryKey: QueryKey, change: TableChange): void {
  const { new: message, eventType } = change
  if (!('id' in message)) return
  const apply = () =>
    client.setQueryData<ThreadPages>(
      queryKey,
      (thread) => thread && applyChange(thread, message as Message, eventType === 'INSERT'),
    )
  const cache = client.getQueryCache()
  const query = cache.find({ queryKey, exact: true })
  apply()
  if (!query || query.state.fetchStatus === 'idle') return
  const stop = cache.subscribe((event) => {
    if (event.query !== query || query.state.fetchStatus !== 'idle') return
    stop()
    if (event.type !== 'removed') apply()
  })
}
