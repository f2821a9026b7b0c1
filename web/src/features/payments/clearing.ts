import type { Hold } from './queries.ts'

/** The hold of a currency that ends next, and what waits for longer because its payment is disputed; the soonest comes first. */
export function clearingOf(holds: Hold[], currency: string) {
  const of = holds.filter((hold) => hold.currency === currency)
  return {
    next: of.find((hold) => !hold.is_disputed),
    disputedMinor: of.reduce((sum, hold) => sum + (hold.is_disputed ? hold.amount_minor : 0), 0),
  }
}
