import { Suspense, useEffect, type ReactNode } from 'react'
import { create } from 'zustand'

/** The number of places that wait for code: of a page, or of what a press opens. */
export const useAwaitedCode = create(() => ({ page: 0, press: 0 }))

type Kind = keyof ReturnType<typeof useAwaitedCode.getState>

/** Counts one more; returns what takes it back. */
export function awaitCode(kind: Kind) {
  const add = (number: number) =>
    useAwaitedCode.setState((before) => ({ [kind]: before[kind] + number }))
  add(1)
  return () => add(-1)
}

interface Props {
  kind?: Kind
  fallback?: ReactNode
  children: ReactNode
}

function Waiting({ kind = 'page', children }: Props) {
  useEffect(() => awaitCode(kind), [kind])
  return children
}

/** Like `Suspense`; a long wait is shown in the line about the connection. */
export const AwaitedCode = ({ kind, fallback, children }: Props) => (
  <Suspense fallback={<Waiting kind={kind}>{fallback}</Waiting>}>{children}</Suspense>
)
