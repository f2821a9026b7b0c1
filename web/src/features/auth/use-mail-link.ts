import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keptProof } from './kept-proof.ts'
import { forgetMailLink, readMailLink, type MailLink } from './mail-link.ts'
import { exchangeCode, proveMailbox, type Proof, type ProvedMailbox } from './proof.ts'

/** The link by which this page was opened; the page keeps it after the address is cleared. */
export function useMailLink(): MailLink {
  const [link] = useState(() => readMailLink(location.href))
  useEffect(() => {
    if (link.kind === 'failed') forgetMailLink()
  }, [link])
  return link
}

const ONCE = {
  retry: false,
  staleTime: Infinity,
  refetchOnReconnect: false,
  structuralSharing: false,
  meta: { silent: true, refresh: 'never' },
} as const

async function used(proved: Promise<ProvedMailbox | null>): Promise<ProvedMailbox | null> {
  try {
    return await proved
  } finally {
    forgetMailLink()
  }
}

/** Verifies a mailed token. A token works once, so it is verified only once, even if the page renders again. */
export function useVerifiedToken(proof: Proof) {
  return useQuery({
    ...ONCE,
    queryKey: ['mail-link', proof],
    queryFn: () => used(proveMailbox(proof)),
  })
}

export function useExchangedCode(code: string) {
  return useQuery({
    ...ONCE,
    queryKey: ['mail-link', code],
    queryFn: () => used(exchangeCode(code)),
  })
}

/** The proof that was kept over a reload of this page. */
export function useKeptProof(email: string | null) {
  return useQuery({
    ...ONCE,
    queryKey: ['mail-link', 'kept', email],
    queryFn: keptProof,
    enabled: email !== null,
  })
}
