/**
 * The creator's amount of each milestone after the fee, as in the database's function `private.split_rest`. The fee of
 * a milestone is the fee of the price up to and including it, less the fee of the price before it.
 */
export function netsOf(
  { fee_minor, price_minor }: { fee_minor: number; price_minor: number },
  milestones: readonly { amount_minor: number }[],
): number[] {
  const feeOf = (share: number) => Number((BigInt(fee_minor) * BigInt(share)) / BigInt(price_minor))
  let paid = 0
  return milestones.map(({ amount_minor }) => {
    const before = paid
    paid += amount_minor
    return amount_minor - (feeOf(paid) - feeOf(before))
  })
}
