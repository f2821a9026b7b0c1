import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { recentNotificationsQuery } from '@/domain/notifications/recent-notifications.ts'
import { lazyPart } from '@/ui/loadable.tsx'
import { BellButton } from './bell-button.tsx'
import { unreadNotificationsQuery } from './queries.ts'

const NotificationPanel = lazyPart(() => import('./notification-panel.tsx'), 'NotificationPanel')

/** The bell of the shell: how much is unread, and, once wanted, the newest of it. */
export function NotificationCenter() {
  const [wanted, setWanted] = useState(false)
  // Toasts announce what is newer than these. Their code comes later; asked for then, what happened
  // meanwhile would count as known.
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
