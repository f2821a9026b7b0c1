import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { useMemberChanges } from '@/shared/members/member-changes.ts'
import { renderNotification } from '@/domain/notifications/notification-text.ts'
import {
  recentNotificationsQuery,
  type Notification,
} from '@/domain/notifications/recent-notifications.ts'
import { paths } from '@/domain/paths.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { reload } from '@/lib/api/reload.ts'
import { showEventToast } from './event-toast.tsx'
import { notificationInbox } from './notification-inbox.ts'
import { useMarkRead } from './queries.ts'
import { isShown, notificationToast } from './toasts.ts'

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
  const [inbox] = useState(() => notificationInbox((queryKey) => void reload(client, queryKey)))
  useMemberChanges('notifications', ({ eventType, new: row }) => {
    void reload(client, keyRoots.notifications)
    if (eventType === 'INSERT') inbox.arrived(row).forEach(announce)
  })
  const { data: recent } = useQuery(recentNotificationsQuery())
  useEffect(() => {
    if (recent) inbox.loaded(recent).forEach((row) => latest.current(row))
  }, [recent, inbox])
}
