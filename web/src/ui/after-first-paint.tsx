import { useEffect, useState, type ReactNode } from 'react'
import { isFirstScreen, untilPainted } from '@/lib/first-screen.ts'

interface Props {
  /** Element before the content appears. It must have the height of the content if anything follows below. */
  placeholder?: ReactNode
  /** True to render after the page's other delayed parts. */
  last?: boolean
  children: ReactNode
}

/** Renders its children after the first paint of the visit's first screen; on later screens at once. */
export function AfterFirstPaint({ placeholder = null, last = false, children }: Props) {
  const [isDue, setDue] = useState(() => !isFirstScreen())
  // A plain update instead of a transition, because every response that arrives would restart the transition.
  useEffect(() => {
    if (last) void untilPainted().then(() => setDue(true))
    // oxlint-disable-next-line react/set-state-in-effect -- the effect runs after the first paint
    else setDue(true)
  }, [last])
  return isDue ? children : placeholder
}
