/** The creator's amount of each milestone, as `private.split_rest` divides it: each is the difference between two divisions of the whole price. */
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
