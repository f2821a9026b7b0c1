import { CHAIN_CURRENCIES } from '../vocabulary.generated.ts'

/** True if orders in a currency are paid from wallet to wallet, by an escrow on a public chain, and never to us. */
export const isOnChain = (currency: string): boolean =>
  CHAIN_CURRENCIES.some((each) => each === currency)
