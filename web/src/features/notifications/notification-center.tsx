import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { BellButton } from './bell-button.tsx'
import { unreadNotificationsQuery } from './queries.ts'

const loadPanel = () =>
  import('./notification-panel.tsx').then((m) => ({ default: m.NotificationPanel }))
const NotificationPanel = lazy(loadPanel)

/** The bell of the shell: how much is unread, and, once wanted, the newest of it. */
export function NotificationCenter() {
  const [wanted, setWanted] = useState(false)
  const { data: unread = 0 } = useQuery(unreadNotificationsQuery())
  const bell = (
    <BellButton
      unread={unread}
      onPointerEnter={() => void loadPanel()}
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
