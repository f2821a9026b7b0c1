import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { recentNotificationsQuery } from '@/domain/notifications/recent-notifications.ts'
import { lazyPart } from '@/ui/loadable.tsx'
import { BellButton } from './bell-button.tsx'
import { unreadNotificationsQuery } from './queries.ts'

const NotificationPanel = lazyPart(() => import('./notification-panel.tsx'), 'NotificationPanel')

/** The bell in the header: the number of unread notifications and, after a press, the newest ones. */
export function NotificationCenter() {
  const [wanted, setWanted] = useState(false)
  // Toasts announce notifications that are newer than these. The code of the toasts loads later; if it requested the
  // list itself, notifications that arrive in between would be taken for known ones.
  usePrefetchQuery(recentNotificationsQuery())
  const { data: unread = 0 } = useQuery(unreadNotificationsQuery())
  const bell = (
    <BellButton
      unread={unread}
      onPointerEnter={() => void NotificationPanel.load()}
      onClick={() => setWanted(true)}
    />
  )
  if (!wanted) return bell
  return (
    <Suspense fallback={bell}>
      <NotificationPanel unread={unread} />
    </Suspense>
  )
}
