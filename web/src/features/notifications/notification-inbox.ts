import { CREATOR_COUNTS, SAVED_COUNTS } from '@/domain/market/creator-count.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { NotificationType } from '@/domain/notifications/notification-types.ts'
import type { Notification } from '@/domain/notifications/recent-notifications.ts'

/** Most toasts shown after an absence, so that they do not hide the page. The bell counts all notifications. */
const MOST_MISSED = 3

type Keys = readonly (readonly string[])[]

/** Keys of the queries that a notification makes stale; none where a live event of the data itself does. */
const STALE_KEYS: Record<NotificationType, Keys> = {
  new_kol_match: [CREATOR_COUNTS, SAVED_COUNTS],
  order_update: [],
  payment_received: [keyRoots.payments],
  campaign_match: [keyRoots.campaigns],
  application_update: [keyRoots.campaigns],
  profile_approved: [['profile']],
  dispute_update: [keyRoots.orders],
  review_received: [keyRoots.orders],
  invite_accepted: [],
  file_removed: [],
  account_update: [['profile']],
}
// A page that was opened before a release may be told of a type that it does not know.
const staleKeys = (type: NotificationType): Keys => STALE_KEYS[type] ?? []

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
