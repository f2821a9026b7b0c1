import type Stripe from 'stripe'
import type { SessionStore } from '../sessions.ts'
import type { StripeState } from './state.ts'

type Books = { state: StripeState; store: SessionStore }
type Line = Pick<
  Stripe.BalanceTransaction,
  'id' | 'object' | 'amount' | 'fee' | 'net' | 'currency' | 'created' | 'reporting_category'
> & { balance_type: 'payments'; source: { id: string; [name: string]: unknown } }

/** All movements of the platform's balance, newest first, with their source included. */
export function linesOf({ state, store }: Books): Line[] {
  const sessions = store.all().filter(({ status }) => status === 'paid')
  return [
    ...sessions.flatMap(
      ({ id, order_id, amount_minor, currency, paid_at, created_at, disputes }) => [
        line('charge', amount_minor, currency, timeOf(paid_at ?? created_at), {
          id: `ch_${id}`,
          metadata: { order_id },
        }),
        ...disputes.flatMap((dispute) => [
          line('dispute', -dispute.amount_minor, currency, timeOf(dispute.created_at), dispute),
          ...(dispute.status === 'won'
            ? [
                line(
                  'dispute_reversal',
                  dispute.amount_minor,
                  currency,
                  timeOf(dispute.created_at),
                  dispute,
                ),
              ]
            : []),
        ]),
      ],
    ),
    ...state.refunds.flatMap((each) => [
      line('refund', -each.amount, each.currency, each.created, each),
      ...(each.status === 'failed'
        ? [line('refund_failure', each.amount, each.currency, each.failed_at ?? each.created, each)]
        : []),
    ]),
    ...state.transfers.map((each) =>
      line('transfer', -each.amount, each.currency, each.created, each),
    ),
    ...state.reversals.map((each) =>
      line('transfer_reversal', each.amount, each.currency, each.created, each),
    ),
  ].toSorted((a, b) => b.created - a.created || b.id.localeCompare(a.id))
}

export function balanceOf(books: Books) {
  const sums = new Map(Object.entries(books.state.opening))
  for (const { currency, net } of linesOf(books)) {
    sums.set(currency, (sums.get(currency) ?? 0) + net)
  }
  const available = Array.from(sums, ([currency, amount]) => ({ currency, amount }))
  return { object: 'balance', livemode: false, available, pending: [] }
}

const timeOf = (text: string) => Math.floor(Date.parse(text) / 1000)

const line = (
  category: string,
  amount: number,
  currency: string,
  created: number,
  source: Line['source'],
): Line => ({
  id: `txn_${category}_${source.id}`,
  object: 'balance_transaction',
  amount,
  fee: 0,
  net: amount,
  currency: currency.toLowerCase(),
  created,
  reporting_category: category,
  balance_type: 'payments',
  source,
})
