import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useProfile } from '@/domain/members/profile.tsx'
import { renderNotification } from '@/domain/notifications/notification-text.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { useTableChanges } from '@/lib/realtime.ts'
import { useUser } from '@/lib/session.ts'
import { showEventToast } from './event-toast.tsx'
import { useMarkRead, type Notification } from './queries.ts'
import { notificationToast } from './toasts.ts'

export function useNotificationToasts() {
  const { t, i18n } = useTranslation(['notifications', 'common'])
  const user = useUser()
  const { profile } = useProfile()
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
      const words = renderNotification(row, profile.role, t, i18n.language)
      const content = notificationToast({ ...row, ...words }, profile.role)
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
