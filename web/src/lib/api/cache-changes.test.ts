import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { onCacheChange } from './cache-changes.ts'

test('the listener is called after the cache has changed, not while a component starts a query', async () => {
  const client = new QueryClient()
  const listener = vi.fn<() => void>()
  const stop = onCacheChange(client, listener)
  const observer = new QueryObserver(client, { queryKey: ['orders'] })
  expect(listener).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(listener).toHaveBeenCalled())
  observer.destroy()
  stop()
})
