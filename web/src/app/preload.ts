import { useEffect } from 'react'
import { answered, idle } from '@/lib/first-screen.ts'
import { queryClient } from '@/lib/api/query-client.ts'
import { partsToLoad } from '@/ui/loadable.tsx'
import { pagesFor } from './page-parts.ts'

function isSparing(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return !navigator.onLine || connection?.saveData === true
}

/**
 * Loads the other pages one by one while the browser is idle, so that they open at once, also offline.
 * It is rendered next to the open page inside its Suspense, and so begins after that page.
 */
export function Preload() {
  useEffect(() => {
    let stopped = false
    async function loadAhead() {
      await answered(queryClient)
      await idle()
      if (stopped || isSparing()) return
      // Few members are staff. A page adds its parts to the set, which grows while it is read.
      for (const { name, load } of pagesFor('member')) if (name !== 'staff') partsToLoad.add(load)
      for (const load of partsToLoad) {
        await idle()
        if (stopped || isSparing()) return
        // A part that fails to load is requested again when it is opened.
        await load().catch(() => {})
      }
    }
    void loadAhead()
    return () => {
      stopped = true
    }
  }, [])
  return null
}
