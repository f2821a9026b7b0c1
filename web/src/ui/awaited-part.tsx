import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { AwaitedCode } from './awaited-code.tsx'

interface Props {
  /** Expected height of the part, in pixels. */
  height: number
  children: ReactNode
}

/** A part whose code loads after the page. Until then a skeleton of the given height keeps its place. */
export const AwaitedPart = ({ height, children }: Props) => (
  <AwaitedCode fallback={<Skeleton height={height} radius="lg" aria-busy="true" />}>
    {children}
  </AwaitedCode>
)
