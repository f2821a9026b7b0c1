import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { DATA_RETRIES, DATA_STALE_MS } from './constants.ts'
import { isSessionLost, readError, toUserMessage } from './errors.ts'
import { probeConnectivity } from './online.ts'
import { expireSession } from './session.ts'
import { toast } from './toast.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { silent?: boolean }
    mutationMeta: { silent?: boolean }
  }
}

/** Network trouble passes; a refusal does not. */
export function retryUpTo(times: number) {
  return (failures: number, error: unknown) => failures < times && readError(error).canRetry
}

function onError(error: unknown, silent: boolean) {
  if (readError(error).canRetry) void probeConnectivity()
  if (isSessionLost(error)) void expireSession()
  else if (!silent) toast.error(toUserMessage(error))
}

/**
 * Errors become toasts here and nowhere else. A query without data shows its error in its own
 * place (`ErrorState`), so only a failed refresh of something visible is said aloud.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) =>
      onError(error, Boolean(query.meta?.silent) || query.state.data === undefined),
  }),
  mutationCache: new MutationCache({
    onError: (error, _input, _context, mutation) => onError(error, Boolean(mutation.meta?.silent)),
  }),
  defaultOptions: {
    queries: {
      staleTime: DATA_STALE_MS,
      retry: retryUpTo(DATA_RETRIES),
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
    },
    mutations: { retry: false },
  },
})
