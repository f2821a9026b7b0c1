import { useState, type ReactNode } from 'react'
import { authCode } from '@/lib/api/errors.ts'
import { keptAddress } from './kept-proof.ts'
import { LinkChecking, LinkUnchecked } from './link-states.tsx'
import type { ProvedMailbox } from './proof.ts'
import { useKeptProof } from './use-mail-link.ts'

interface Props {
  /** The address that has to be proved, if the page knows it. */
  email?: string | undefined
  render: (proved: ProvedMailbox) => ReactNode
  children: ReactNode
}

/** Renders `render` with the proof of a mailbox that was kept over a reload of the page; otherwise the children. */
export function WithKeptProof({ email, render, children }: Props) {
  const [address] = useState(() => keptAddress(email))
  const kept = useKeptProof(address)
  if (!address || kept.data === null || authCode(kept.error) !== null) return children
  if (kept.data) return render(kept.data)
  if (kept.isPending) return <LinkChecking />
  return <LinkUnchecked error={kept.error} onRetry={() => void kept.refetch()} />
}
