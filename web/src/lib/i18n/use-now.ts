import { useEffect, useState } from 'react'

const TICK_MS = 30_000

/** The current time as state, so that components that depend on it render again as time passes. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
