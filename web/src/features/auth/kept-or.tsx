import { useState, type ReactNode } from 'react'
import { authCode } from '@/lib/api/errors.ts'
import { isProofKept } from './kept-proof.ts'
import { LinkChecking, LinkUnchecked } from './link-states.tsx'
import type { Proved } from './proof.ts'
import { useKept } from './use-mail-link.ts'

interface Props {
  render: (proved: Proved) => ReactNode
  children: ReactNode
}

/** Goes on with what a link or code proved before this page was loaded again; without that, its children. */
export function KeptOr({ render, children }: Props) {
  const [isKept] = useState(isProofKept)
  const kept = useKept(isKept)
  if (!isKept || kept.data === null || authCode(kept.error) !== null) return children
  if (kept.data) return render(kept.data)
  if (kept.isPending) return <LinkChecking />
  return <LinkUnchecked error={kept.error} onRetry={() => void kept.refetch()} />
}
