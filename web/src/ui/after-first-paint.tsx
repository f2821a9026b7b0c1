import { useEffect, useState, type ReactNode } from 'react'
import { isFirstScreen, painted } from '@/lib/first-screen.ts'

interface Props {
  /** Stands there meanwhile, as high as what comes if something follows it. */
  placeholder?: ReactNode
  /** After the others of the page, which are on the screen before. */
  last?: boolean
  children: ReactNode
}

/** On the first screen of a visit, drawn once what stands around it is on the screen. */
export function AfterFirstPaint({ placeholder = null, last = false, children }: Props) {
  const [isDue, setDue] = useState(() => !isFirstScreen())
  // No transition: each answer that comes would begin it anew.
  useEffect(() => {
    if (last) void painted().then(() => setDue(true))
    // oxlint-disable-next-line react/set-state-in-effect -- an effect runs when the rest is on the screen
    else setDue(true)
  }, [last])
  return isDue ? children : placeholder
}
