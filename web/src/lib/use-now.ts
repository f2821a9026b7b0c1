import { useEffect, useState } from 'react'

const TICK_MS = 30_000

/** The time as a value of the screen: what depends on it changes while nobody touches anything. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
