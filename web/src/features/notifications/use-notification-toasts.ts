import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { renderNotification } from '@/domain/notifications/notification-text.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { useTableChanges } from '@/lib/realtime.ts'
import { useUser } from '@/lib/session.ts'
import { showEventToast } from './event-toast.tsx'
import { useMarkRead, type Notification } from './queries.ts'
import { notificationToast } from './toasts.ts'

export function useNotificationToasts() {
  const { i18n } = useTranslation('notices')
  const user = useUser()
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const { mutate: markRead } = useMarkRead()
  const refresh = () => client.invalidateQueries({ queryKey: keyRoots.notifications })

  useTableChanges<Notification>(
    {
      table: 'notifications',
      filter: `user_id=eq.${user?.id}`,
      enabled: user !== null,
      onResume: refresh,
    },
    ({ eventType, new: row }) => {
      void refresh()
      if (eventType !== 'INSERT' || !('id' in row)) return
      if (row.type === 'profile_approved') void client.invalidateQueries({ queryKey: ['profile'] })
      if (row.type.startsWith('campaign') || row.type.startsWith('application'))
        void client.invalidateQueries({ queryKey: keyRoots.campaigns })
      if (row.type === 'dispute_update' || row.type === 'review_received')
        void client.invalidateQueries({ queryKey: keyRoots.orders })
      if (row.type === 'payment_received')
        void client.invalidateQueries({ queryKey: keyRoots.payments })
      const words = renderNotification(row, i18n)
      const content = notificationToast({ ...row, ...words })
      if (!content) return
      showEventToast(content, {
        id: `notification-${row.id}`,
        onView: (path) => {
          markRead(row.id)
          navigate(path)
        },
        onDismiss: () => markRead(row.id),
      })
    },
  )
}
