import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { AwaitedCode } from './awaited-code.tsx'

interface Props {
  /** Usual height of the part, in pixels. */
  height: number
  children: ReactNode
}

/** A part of a page whose code comes after the page: until then something shows that it is loading, and keeps its place. */
export const AwaitedPart = ({ height, children }: Props) => (
  <AwaitedCode fallback={<Skeleton height={height} radius="lg" aria-busy="true" />}>
    {children}
  </AwaitedCode>
)
