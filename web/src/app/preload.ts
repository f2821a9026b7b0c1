import { useEffect } from 'react'
import { answered, idle } from '@/lib/first-screen.ts'
import { queryClient } from '@/lib/query-client.ts'
import { pagesFor } from './pages.ts'

/** What opens over a page. */
const OVERLAYS = [
  () => import('@/features/discover/discover-layers.ts'),
  () => import('./menus.ts'),
  () => import('@/features/notifications/notification-panel.tsx'),
  () => import('@/features/creator-profile/buy-dialog.tsx'),
  () => import('@/features/orders/action-dialog.tsx'),
  () => import('@/features/messages/offers/offer-layers.ts'),
  () => import('@/domain/messages/message-layers.ts'),
]

function isSparing(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return !navigator.onLine || connection?.saveData === true
}

/**
 * While nobody waits, the other pages come one by one: they open at once, and offline too.
 * Stands beside the open page, inside its Suspense: it begins once that page is there.
 */
export function Preload() {
  useEffect(() => {
    let stopped = false
    async function preload() {
      await answered(queryClient)
      await idle()
      if (stopped || isSparing()) return
      const pages = pagesFor('member').filter(({ name }) => name !== 'staff')
      for (const load of [...OVERLAYS, ...pages.map((each) => each.load)]) {
        await idle()
        if (stopped || isSparing()) return
        // A page that fails to load is requested again when it is opened.
        await load().catch(() => {})
      }
    }
    void preload()
    return () => {
      stopped = true
    }
  }, [])
  return null
}
