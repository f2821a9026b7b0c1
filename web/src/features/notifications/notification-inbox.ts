import { CREATOR_COUNTS, SAVED_COUNTS } from '@/domain/market/creator-count.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { NotificationType } from '@/domain/notifications/notification-types.ts'
import type { Notification } from '@/domain/notifications/recent-notifications.ts'

/** Most toasts shown after an absence, so that they do not hide the page. The bell counts all notifications. */
const MOST_MISSED = 3

type Keys = readonly (readonly string[])[]

/** Query keys that each type of notification invalidates; none if live changes already invalidate its data. */
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
// A page that was opened before a release may receive a type that it does not know.
const staleKeys = (type: NotificationType): Keys => STALE_KEYS[type] ?? []

/**
 * Handles each notification once. A refetch may bring a notification before its live event; in both cases the
 * affected queries are loaded again.
 */
export function notificationInbox(refresh: (queryKey: readonly string[]) => void) {
  /** Ids of known notifications; null until the earlier ones are loaded. */
  let known: Set<string> | null = null

  function take(rows: readonly Notification[]): Notification[] {
    const fresh = rows.filter(({ id }) => !known?.has(id))
    known = new Set([...(known ?? []), ...rows.map(({ id }) => id)])
    for (const { type } of fresh) staleKeys(type).forEach((queryKey) => refresh(queryKey))
    return fresh
  }

  return {
    /** Handles a live event; returns its notification if it has to be announced. */
    arrived(row: Notification): Notification[] {
      if (known) return take([row])
      staleKeys(row.type).forEach((queryKey) => refresh(queryKey))
      return [row]
    },
    /** Handles the result of the query for the newest notifications; returns those that have to be announced. */
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
