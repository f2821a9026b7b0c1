import type { PaymentInfo } from '@/domain/chain/chain-payments.ts'
import type { ReclaimState } from './reclaim-page.tsx'

interface Place {
  address: string
  chainId: number | null
  /** Whether this client knows the payment's chain, so that it can switch a wallet to it. */
  isKnown: boolean
}
/** `at`: the time of the chain, in seconds since 1970. */
type Held = { wasPaid: boolean; capturable: bigint; at: number }

/** Whether the connected wallet can take back a payment now, or why not; `held` is null before the chain was asked. */
export function reclaimState(
  payment: Pick<PaymentInfo, 'payer' | 'chain_id' | 'authorization_expiry'>,
  { address, chainId, isKnown }: Place,
  held: Held | null,
): ReclaimState {
  if (address.toLowerCase() !== payment.payer.toLowerCase()) return 'wrong_payer'
  if (chainId !== payment.chain_id) return isKnown ? 'wrong_network' : 'unknown_network'
  if (!held?.wasPaid) return 'never_paid'
  if (held.capturable === 0n) return 'nothing_left'
  return Number(payment.authorization_expiry) > held.at ? 'too_early' : 'ready'
}
