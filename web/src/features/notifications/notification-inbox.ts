import { keyRoots } from '@/domain/query-keys.ts'
import type { Notification } from './queries.ts'

/** Most toasts shown after an absence, so that they do not hide the page. The bell counts all notifications. */
const MOST_MISSED = 3

/** Keys of the queries that a notification of this type makes stale. */
function staleKeys(type: string): readonly (readonly string[])[] {
  if (type === 'profile_approved') return [['profile']]
  if (type.startsWith('campaign') || type.startsWith('application')) return [keyRoots.campaigns]
  if (type === 'dispute_update' || type === 'review_received') return [keyRoots.orders]
  if (type === 'payment_received') return [keyRoots.payments]
  return []
}

/**
 * Handles each notification once. A refetch can bring one before its live event: either way what
 * it makes stale is read again.
 */
export function notificationInbox(
  refresh: (queryKey: readonly string[]) => void,
  announce: (row: Notification) => void,
) {
  /** Ids of known notifications; null until those from before the page was opened are loaded. */
  let known: Set<string> | null = null

  function take(rows: readonly Notification[]): Notification[] {
    const fresh = rows.filter(({ id }) => !known?.has(id))
    known = new Set([...(known ?? []), ...rows.map(({ id }) => id)])
    for (const { type } of fresh) staleKeys(type).forEach((queryKey) => refresh(queryKey))
    return fresh
  }

  return {
    /** A live event. */
    arrived(row: Notification) {
      if (known) take([row]).forEach((each) => announce(each))
      else {
        staleKeys(row.type).forEach((queryKey) => refresh(queryKey))
        announce(row)
      }
    },
    /** The newest notifications, as a query returned them. */
    loaded(rows: readonly Notification[]) {
      if (known === null) {
        known = new Set(rows.map(({ id }) => id))
        return
      }
      const missed = take(rows).filter(({ read }) => !read)
      missed.slice(0, MOST_MISSED).forEach((row) => announce(row))
    },
  }
}
