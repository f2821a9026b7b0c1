import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useMemberChanges } from '@/shared/members/member-changes.ts'
import { renderNotification } from '@/domain/notifications/notification-text.ts'
import { paths } from '@/domain/paths.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { reload } from '@/lib/api/reload.ts'
import { showEventToast } from './event-toast.tsx'
import { recentNotificationsQuery, useMarkRead, type Notification } from './queries.ts'
import { isShown, notificationToast } from './toasts.ts'

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

function useAnnounce() {
  const { i18n } = useTranslation('notices')
  const [open, navigate] = useLocation()
  const { mutate: markRead } = useMarkRead()
  return (row: Notification) => {
    const { id, ...content } = notificationToast({ ...row, ...renderNotification(row, i18n) })
    if (isShown(content, open, document.visibilityState === 'visible')) {
      if (content.path !== paths.notifications) markRead(row.id)
      return
    }
    showEventToast(content, {
      id,
      onView: (path) => {
        markRead(row.id)
        navigate(path)
      },
      onDismiss: () => markRead(row.id),
    })
  }
}

/** Shows each new notification once as a toast, whether it arrived live or by a refetch. */
export function useNotificationToasts() {
  const client = useQueryClient()
  const announce = useAnnounce()
  const latest = useRef(announce)
  useEffect(() => {
    latest.current = announce
  })
  /** Ids of known notifications; null until those from before the page was opened are loaded. */
  const known = useRef<Set<string> | null>(null)

  useMemberChanges('notifications', ({ eventType, new: row }) => {
    void reload(client, keyRoots.notifications)
    if (eventType !== 'INSERT' || known.current?.has(row.id)) return
    known.current?.add(row.id)
    for (const queryKey of staleKeys(row.type)) void reload(client, queryKey)
    announce(row)
  })

  const { data: recent } = useQuery(recentNotificationsQuery())
  useEffect(() => {
    if (!recent) return
    const before = known.current
    known.current = new Set([...(before ?? []), ...recent.map(({ id }) => id)])
    if (!before) return
    const missed = recent.filter(({ id, read }) => !read && !before.has(id))
    missed.slice(0, MOST_MISSED).forEach((row) => latest.current(row))
  }, [recent])
}
