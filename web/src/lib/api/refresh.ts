import type { Query, QueryClient } from '@tanstack/react-query'
import {
  CONNECTIVITY_RETRY_MS,
  REFRESH_AFTER_JOIN_MS,
  REFRESH_EVERY_MS,
  REFRESH_SPREAD,
  REFRESH_TOGETHER_MS,
  SLEPT_MS,
} from '../constants.ts'
import { readError } from './errors.ts'
import { forgetFailures } from './fetch.ts'
import { isOnline, onReachable } from '../online.ts'
import { useRealtimeStatus } from './realtime.ts'

// Realtime may not deliver a change: without a connection, on a server at its limit, or before a subscription has
// joined. So the open screen and the counters are loaded again whenever a change may have been missed, and
// regularly in any case.

/** Value of `meta.refresh` that limits when a query is refreshed. Without it, the query is always refreshed. */
export type Refresh = 'never' | 'on-return'
type Occasion = 'return' | 'routine'

const isVisible = () => document.visibilityState === 'visible'

const isMeant = (occasion: Occasion) => (query: Query) =>
  query.meta?.refresh !== 'never' && (occasion === 'return' || query.meta?.refresh !== 'on-return')

/** True for a query whose error is shown in place of data; it is retried automatically. */
const isFailed = ({ state }: Query) =>
  state.status === 'error' && state.fetchStatus === 'idle' && readError(state.error).canRetry

/** Time until the next refresh, with a random deviation, so that not all members ask in the same second. */
const nextInterval = () => REFRESH_EVERY_MS * (1 + REFRESH_SPREAD * (2 * Math.random() - 1))

export function startRefreshing(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let planned: Occasion | null = null
  let dueAt = Date.now() + nextInterval()

  function refresh() {
    const occasion = planned ?? 'routine'
    planned = null
    // A hidden page is not refreshed now, but when the reader returns.
    if (!isVisible() || !isOnline()) return
    dueAt = Date.now() + nextInterval()
    void client.invalidateQueries({ predicate: isMeant(occasion) })
  }
  function plan(occasion: Occasion, ms = REFRESH_TOGETHER_MS) {
    if (occasion === 'return' || planned === null) planned = occasion
    clearTimeout(timer)
    timer = setTimeout(refresh, ms)
  }
  function onReturn() {
    forgetFailures()
    plan('return')
  }
  const onVisible = () => isVisible() && onReturn()

  let tickedAt = Date.now()
  const ticks = setInterval(() => {
    const now = Date.now()
    const slept = now - tickedAt > SLEPT_MS
    tickedAt = now
    if (slept) onReturn()
    else if (now >= dueAt && isVisible()) plan('routine')
    else if (isVisible() && isOnline())
      void client.refetchQueries({ type: 'active', predicate: isFailed })
  }, CONNECTIVITY_RETRY_MS)

  const stopJoins = useRealtimeStatus.subscribe((now, before) => {
    if (now.joins === before.joins) return
    // The first join happens while the first screen is still loading, so its refresh can wait.
    if (before.joins === 0) plan('routine', REFRESH_AFTER_JOIN_MS)
    else plan('return')
  })
  const stopReachable = onReachable(onReturn)
  window.addEventListener('online', onReturn)
  window.addEventListener('pageshow', onVisible)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    clearTimeout(timer)
    clearInterval(ticks)
    stopJoins()
    stopReachable()
    window.removeEventListener('online', onReturn)
    window.removeEventListener('pageshow', onVisible)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
