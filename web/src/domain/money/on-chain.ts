import { CHAIN_CURRENCIES } from '../vocabulary.generated.ts'

/** Whether orders in a currency are paid into an escrow on a public chain, from wallet to wallet, and never to us. */
export const isOnChain = (currency: string): boolean =>
  CHAIN_CURRENCIES.some((each) => each === currency)
