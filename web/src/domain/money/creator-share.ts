import { isOnChain } from './on-chain.ts'

/** The price less the creator's fee, which is rounded up as in the database. */
export function creatorShare(minor: number, feePercent: number): number {
  const hundredths = BigInt(Math.round(feePercent * 100))
  const fee = (BigInt(minor) * hundredths + 9_999n) / 10_000n
  return minor - Number(fee)
}

/** The price plus the brand's fee, which is rounded up as well. On a chain there is no brand's fee. */
export const totalPrice = (minor: number, buyerFeePercent: number, currency: string) =>
  isOnChain(currency) ? minor : minor + minor - creatorShare(minor, buyerFeePercent)
