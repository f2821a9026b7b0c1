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
      /** True if the mutation itself waits for the connection. */
      offline?: boolean
      /** Keys of queries that are asked again afterwards, also after a refusal: then the screen was out of date. */
      invalidates?: readonly QueryKey[]
    }
  }
}

/** Pause before a retry: short enough that the data is there within seconds of a service's return. */
const retryDelay = (failures: number) => Math.min(1_000 * 2 ** failures, 2_000)

/**
 * Retries network failures, but not refusals. A retry that could end after the time budget of all
 * layers does not begin.
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

/** Errors that a toast or a form has shown, so that none is shown twice. */
const said = new WeakSet<object>()

function onError(error: unknown, silent: boolean) {
  if (error instanceof Object) said.add(error)
  const { key, canRetry } = readError(error)
  // The listener of `error-report.ts` sends it.
  if (import.meta.env.VITE_SENTRY_DSN && key === null) reportError(error)
  if (canRetry) void probeConnectivity()
  if (isSessionLost(error)) void expireSession()
  else if (!silent) void showError(error)
}

/** Thrown to keep a form or a dialog open when the screen itself says why, and asks again. */
export class AskedAgain extends Error {}

/** For whoever awaits an act: shows its failure, unless the screen or a mutation has shown it already. */
export function showFailure(error: unknown): void {
  const isSaid = error instanceof AskedAgain || (error instanceof Object && said.has(error))
  if (!isSaid) onError(error, false)
}

/**
 * Errors become toasts here and nowhere else. A query without data shows its error in its own
 * place (`ErrorState`), so only a failed refresh of something visible becomes a toast.
 */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) =>
      onError(error, Boolean(query.meta?.silent) || query.state.data === undefined),
  }),
  mutationCache: new MutationCache({
    // Said at once, before anything is sent or shown: the form keeps what was typed.
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

// The retries of a query without data last for up to 30 seconds. From its first failure on a banner says what is known.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'failed') void probeConnectivity()
})
