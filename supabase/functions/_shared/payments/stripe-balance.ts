import type Stripe from 'stripe'
import type { BalanceKeeper, Line } from './provider.ts'

/** The number of movements in a request: the most that Stripe returns at once. */
const PAGE = 100

/** The longest subject that is kept. Metadata that somebody typed on Stripe's pages may be longer. */
const LONGEST_SUBJECT = 200

/** Reads the platform's own balance at Stripe and its movements. */
export const balancesOf = (stripe: Stripe): Omit<BalanceKeeper, 'name'> => ({
  // Pending money counts as held. Money that Stripe reserves for accounts with a negative balance does not count.
  async findBalances() {
    const { available, pending } = await stripe.balance.retrieve()
    const sums: Record<string, number> = {}
    for (const { amount, currency } of [...available, ...pending]) {
      const code = currency.toUpperCase()
      sums[code] = (sums[code] ?? 0) + amount
    }
    return sums
  },

  async *listLines(from, until) {
    const created = { gte: from, lt: until }
    let page: Line[] = []
    const list = stripe.balanceTransactions.list({ created, limit: PAGE, expand: ['data.source'] })
    for await (const each of list) {
      // Movements of Stripe Issuing (cards that the platform gives out) belong to a separate balance.
      if (each.balance_type === 'issuing') continue
      page.push(lineOf(each))
      if (page.length < PAGE) continue
      yield page
      page = []
    }
    yield page
  },
})

/** Kinds by Stripe's reporting category. Stripe advises against using types, which are many and change. */
const KINDS: Record<string, Line['kind']> = {
  charge: 'payment',
  refund: 'refund',
  refund_failure: 'refund_returned',
  dispute: 'dispute',
  dispute_reversal: 'dispute_returned',
  transfer: 'payout',
  transfer_reversal: 'payout_returned',
  fee: 'fee',
}

const lineOf = (each: Stripe.BalanceTransaction): Line => ({
  reference: each.id,
  kind: KINDS[each.reporting_category] ?? 'other',
  subject: subjectOf(each.source),
  amountMinor: each.amount,
  feeMinor: each.fee,
  currency: each.currency.toUpperCase(),
  occurredAt: new Date(each.created * 1000).toISOString(),
})

type Source = { id: string; metadata?: Stripe.Metadata | null; transfer?: unknown }

/** The subject of a payment is its order, that of a reversal the transfer that it undoes, of all else its own id. */
function subjectOf(source: Stripe.BalanceTransaction['source']): string | null {
  if (source === null || typeof source === 'string') return source
  const { id, metadata, transfer } = source as Source
  if (id.startsWith('trr_') && typeof transfer === 'string') return transfer
  if (/^(ch|py)_/.test(id)) return metadata?.['order_id']?.slice(0, LONGEST_SUBJECT) ?? id
  return id
}
