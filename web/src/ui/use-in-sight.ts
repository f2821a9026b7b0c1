import { useCallback, useState } from 'react'

/** On a busy page several crossings come at once, and the last one is how it stands. */
export const isInSightNow = (crossings: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) =>
  crossings.at(-1)?.isIntersecting ?? false

/** Whether an element is in sight, or within these margins of it. The options are the same at each render. */
export function useInSight(options: IntersectionObserverInit) {
  const [inSight, setInSight] = useState(false)
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return undefined
      const observer = new IntersectionObserver(
        (crossings) => setInSight(isInSightNow(crossings)),
        options,
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [options],
  )
  return { ref, inSight }
}
