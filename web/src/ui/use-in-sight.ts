import { useCallback, useState } from 'react'

/** True if the last reported change says visible. On a busy page the browser reports several changes together. */
export const isInSightNow = (crossings: Pick<IntersectionObserverEntry, 'isIntersecting'>[]) =>
  crossings.at(-1)?.isIntersecting ?? false

/** Whether an element is visible, or within the margins around the visible area. The options must not change between renders. */
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
