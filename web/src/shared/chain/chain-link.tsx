import { explorerPage, shortAddress } from '@/domain/chain/networks.ts'
import { OuterLink } from '@/ui/outer-link.tsx'

interface Props {
  chainId: number
  kind: 'tx' | 'address'
  value: string
}

/** A shortened address or transaction, as a link to its page in the explorer if the chain has one. */
export function ChainLink({ chainId, kind, value }: Props) {
  const page = explorerPage(chainId, kind, value)
  const text = <code title={value}>{shortAddress(value)}</code>
  return page ? <OuterLink href={page}>{text}</OuterLink> : text
}
