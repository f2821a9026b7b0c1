import { CREATOR_COUNTS, SAVED_COUNTS } from '@/domain/market/creator-count.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Notification } from '@/domain/notifications/recent-notifications.ts'

/** Most toasts shown after an absence, so that they do not hide the page. The bell counts all notifications. */
const MOST_MISSED = 3

/** Keys of the queries that a notification of this type makes stale. */
function staleKeys(type: string): readonly (readonly string[])[] {
  if (type === 'profile_approved' || type === 'account_update') return [['profile']]
  if (type.startsWith('campaign') || type.startsWith('application')) return [keyRoots.campaigns]
  if (type === 'dispute_update' || type === 'review_received') return [keyRoots.orders]
  if (type === 'new_kol_match') return [CREATOR_COUNTS, SAVED_COUNTS]
  if (type === 'payment_received') return [keyRoots.payments]
  return []
}

/**
 * Handles each notification once. A refetch can bring one before its live event: either way what
 * it makes stale is read again.
 */
export function notificationInbox(refresh: (queryKey: readonly string[]) => void) {
  /** Ids of known notifications; null until those from before the page was opened are loaded. */
  let known: Set<string> | null = null

  function take(rows: readonly Notification[]): Notification[] {
    const fresh = rows.filter(({ id }) => !known?.has(id))
    known = new Set([...(known ?? []), ...rows.map(({ id }) => id)])
    for (const { type } of fresh) staleKeys(type).forEach((queryKey) => refresh(queryKey))
    return fresh
  }

  return {
    /** Takes in a live event; returns it if it is to be announced. */
    arrived(row: Notification): Notification[] {
      if (known) return take([row])
      staleKeys(row.type).forEach((queryKey) => refresh(queryKey))
      return [row]
    },
    /** Takes in the newest notifications, as a query returned them; returns those to announce. */
    loaded(rows: readonly Notification[]): Notification[] {
      if (known !== null) {
        return take(rows)
          .filter(({ read }) => !read)
          .slice(0, MOST_MISSED)
      }
      known = new Set(rows.map(({ id }) => id))
      return []
    },
  }
}
