import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { DATA_RETRIES, DATA_STALE_MS, REQUEST_BUDGET_MS, REQUEST_TIMEOUT_MS } from '../constants.ts'
import { isSessionLost, messageId, offlineError, readError, toUserMessage } from './errors.ts'
import { failingForMs } from './fetch.ts'
import { loadWords } from '../i18n/i18n.ts'
import { isOnline, probeConnectivity } from '../online.ts'
import type { Refresh } from './refresh.ts'
import { expireSession } from '../session/session.ts'
import { toast } from '../toast.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { silent?: boolean; refresh?: Refresh }
    mutationMeta: {
      silent?: boolean
      /** True if the mutation handles a missing connection itself. */
      offline?: boolean
      /** Keys of queries to load again afterwards, also after a refusal, because the screen was then out of date. */
      invalidates?: readonly QueryKey[]
    }
  }
}

/** Pause before a retry, short enough to have the data within seconds after a service returns. */
const retryDelay = (failures: number) => Math.min(1_000 * 2 ** failures, 2_000)

/**
 * Retries network failures, but not refusals. A retry does not start if it could end after the time limit
 * for all attempts.
 */
export function retryUpTo(times: number) {
  return (failures: number, error: unknown) =>
    failures < times &&
    readError(error).canRetry &&
    failingForMs() + retryDelay(failures) + REQUEST_TIMEOUT_MS <= REQUEST_BUDGET_MS
}

/** Shows an error as a toast. The texts of refusals load after the first screen, so an early error waits for them. */
async function showError(error: unknown) {
  await loadWords(['refusals']).catch(() => {})
  toast.error(toUserMessage(error), { toastId: messageId(error) })
}

/** Errors that were already shown, so that none is shown twice. */
const shownErrors = new WeakSet<object>()

function onError(error: unknown, silent: boolean) {
  if (error instanceof Object) shownErrors.add(error)
  const { key, canRetry } = readError(error)
  // The listener of `error-report.ts` sends it.
  if (import.meta.env.VITE_SENTRY_DSN && key === null) reportError(error)
  if (canRetry) void probeConnectivity()
  if (isSessionLost(error)) void expireSession()
  else if (!silent) void showError(error)
}

/** Error that shows no toast: it keeps a form open whose screen explains why the input has to be confirmed again. */
export class ConfirmAgainError extends Error {}

/** Shows the error of an action, unless a mutation or the screen has shown it already. */
export function showFailure(error: unknown): void {
  const isSaid =
    error instanceof ConfirmAgainError || (error instanceof Object && shownErrors.has(error))
  if (!isSaid) onError(error, false)
}

/**
 * The only place where errors become toasts. A query without data shows its error in its own place (`ErrorState`),
 * so a toast appears only if a refresh of visible data fails.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) =>
      onError(error, Boolean(query.meta?.silent) || query.state.data === undefined),
  }),
  mutationCache: new MutationCache({
    // Fails at once without a connection, before anything is sent, so that the form keeps its input.
    onMutate: (_input, mutation) => {
      if (!isOnline() && !mutation.meta?.offline) throw offlineError()
    },
    onError: (error, _input, _context, mutation) => onError(error, Boolean(mutation.meta?.silent)),
    onSettled: (_data, _error, _input, _context, { meta }) =>
      Promise.all(
        (meta?.invalidates ?? []).map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  }),
  defaultOptions: {
    queries: {
      staleTime: DATA_STALE_MS,
      retry: retryUpTo(DATA_RETRIES),
      retryDelay,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Checks the connection after each failure of a query, so that the banner says why the screen waits for its retries.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'failed') void probeConnectivity()
})
