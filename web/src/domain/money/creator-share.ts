/** What is left of a price after our fee, as the database computes it: the fee is rounded up. */
export function creatorShare(minor: number, feePercent: number): number {
  const hundredths = BigInt(Math.round(feePercent * 100))
  const fee = (BigInt(minor) * hundredths + 9_999n) / 10_000n
  return minor - Number(fee)
}

/** What a brand pays for a price, with its own fee, which is rounded up as well. */
export const totalPrice = (minor: number, buyerFeePercent: number) =>
  minor + minor - creatorShare(minor, buyerFeePercent)
