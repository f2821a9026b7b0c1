import { useEffect, useRef } from 'react'
import { isFirstScreen } from '@/lib/first-screen.ts'

/** For the heading of a page: it takes the focus if what led here is gone with its page. */
export function useArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body && !isFirstScreen())
      heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
