import { Suspense, useEffect, type ReactNode } from 'react'
import { create } from 'zustand'

/** The number of parts that wait for their code: parts of the page, or parts that a press opens. */
export const useAwaitedCode = create(() => ({ page: 0, press: 0 }))

type Kind = keyof ReturnType<typeof useAwaitedCode.getState>

/** Counts one more waiting part; returns a function that counts it as loaded. */
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

/** Like `Suspense`, but a long wait is reported in the banner about the connection. */
export const AwaitedCode = ({ kind, fallback, children }: Props) => (
  <Suspense fallback={<Waiting kind={kind}>{fallback}</Waiting>}>{children}</Suspense>
)
