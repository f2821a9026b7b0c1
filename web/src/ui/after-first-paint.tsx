import { useEffect, useState, type ReactNode } from 'react'
import { isFirstScreen, painted } from '@/lib/first-screen.ts'

interface Props {
  /** Shown before the content; it needs the content's height if anything follows below. */
  placeholder?: ReactNode
  /** True to render after the page's other delayed parts. */
  last?: boolean
  children: ReactNode
}

/** Renders its children after the first paint of the visit's first screen; on later screens at once. */
export function AfterFirstPaint({ placeholder = null, last = false, children }: Props) {
  const [isDue, setDue] = useState(() => !isFirstScreen())
  // Not a transition, because each response that arrives would restart it.
  useEffect(() => {
    if (last) void painted().then(() => setDue(true))
    // oxlint-disable-next-line react/set-state-in-effect -- an effect runs after the rest is on the screen
    else setDue(true)
  }, [last])
  return isDue ? children : placeholder
}
