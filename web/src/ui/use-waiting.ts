import { useEffect, useState } from 'react'
import { SLOW_AFTER_MS, STUCK_AFTER_MS } from '@/lib/constants.ts'

export type Waiting = 'briefly' | 'slow' | 'stuck'

/** How long something has been loading, in three steps. It may have begun `passedMs` before `active` became true. */
export function useWaiting(active: boolean, passedMs = 0): Waiting {
  const [waiting, setWaiting] = useState<Waiting>('briefly')
  useEffect(() => {
    if (!active) return
    const timers = [
      setTimeout(() => setWaiting('slow'), SLOW_AFTER_MS - passedMs),
      setTimeout(() => setWaiting('stuck'), STUCK_AFTER_MS - passedMs),
    ]
    return () => {
      timers.forEach(clearTimeout)
      setWaiting('briefly')
    }
  }, [active, passedMs])
  return active ? waiting : 'briefly'
}
