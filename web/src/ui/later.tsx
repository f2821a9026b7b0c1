import { useEffect, useState, type ReactNode } from 'react'
import { isFirstScreen } from '@/lib/first-screen.ts'

interface Props {
  /** Stands there meanwhile, as high as what comes if something follows it. */
  placeholder?: ReactNode
  children: ReactNode
}

/** On the first screen of a visit, drawn once what stands around it is on the screen. */
export function Later({ placeholder = null, children }: Props) {
  const [isDue, setDue] = useState(() => !isFirstScreen())
  // No transition: each answer that comes would begin it anew.
  // oxlint-disable-next-line react/set-state-in-effect -- an effect runs when the rest is on the screen
  useEffect(() => setDue(true), [])
  return isDue ? children : placeholder
}
