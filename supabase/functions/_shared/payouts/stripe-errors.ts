import Stripe from 'stripe'
import { Kept, NothingLeft, type Order, type Reason } from './provider.ts'

/** Stripe forgets a key after a day. What it does not find then was never made. */
const KEY_LIVES_MS = 23 * 3_600_000

/** Refuses to move money when the key may be forgotten after a day, or when the payout is stopped. */
export function requireFreshKey({ isRepeat, begunAt, maySend }: Order) {
  if (isRepeat && Date.now() - Date.parse(begunAt) > KEY_LIVES_MS)
    throw new NothingLeft('not_found_after_a_day', null)
  // An earlier sender's request may still be on its way: the attempt stays open.
  if (!maySend) throw new Kept('It is kept: not sent, only looked for.')
}

/** Marks that every object carries, to be found again by. */
export const marksOf = ({ payoutId, attempt }: Order) => ({
  payout_id: payoutId,
  attempt: String(attempt),
})

export function isOf(order: Order, { metadata }: { metadata: Stripe.Metadata | null }): boolean {
  return metadata?.['payout_id'] === order.payoutId && metadata['attempt'] === String(order.attempt)
}

/** Stripe, or another sender, is still working on the request. */
const UNDECIDED = new Set(['idempotency_key_in_use', 'lock_timeout'])
/** Refusals that are not about the card or the bank: they wait for money, a dispute or the operator. */
const LATER = new Set([
  'api_key_expired',
  'balance_insufficient',
  'charge_disputed',
  'insufficient_funds',
  'refund_disputed_payment',
])
/** Somebody did it by hand, or a key of another account is in use: no later attempt finds it otherwise. */
const BY_STAFF = new Set(['charge_already_refunded', 'resource_missing'])

/** A permission that our key lacks is ours to get; `account_invalid` is about the account. */
const isForLater = (error: unknown, code: string) =>
  LATER.has(code) ||
  (error instanceof Stripe.errors.StripePermissionError && code !== 'account_invalid')

/** Errors after which it is certain that nothing was made. */
export async function definite<T>(
  ask: () => Promise<T>,
  otherwise: Reason = 'bank_refused',
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const { StripeAuthenticationError, StripeInvalidRequestError } = Stripe.errors
    const { StripeCardError, StripePermissionError } = Stripe.errors
    if (error instanceof StripeAuthenticationError)
      throw new NothingLeft('key_refused', null, { cause: error })
    const isRefusal =
      error instanceof StripeInvalidRequestError ||
      error instanceof StripeCardError ||
      error instanceof StripePermissionError
    const code = error instanceof Stripe.errors.StripeError ? (error.code ?? '') : ''
    if (!isRefusal || UNDECIDED.has(code)) throw error
    const reason = isForLater(error, code) ? null : reasonOf(code, otherwise)
    const answer = BY_STAFF.has(code) ? 'ask_staff' : reason
    throw new NothingLeft(code || 'refused', answer, { cause: error })
  }
}

const REASONS: [RegExp, Reason][] = [
  [/account_closed/, 'account_closed'],
  [/no_account|invalid_account_number|account_holder|incorrect_account/, 'account_not_found'],
  [/capabilit|payouts_not_allowed|account_invalid|no_external|platform/, 'account_not_ready'],
  [/account_frozen|bank_account_(restricted|unusable)|debit_not_authorized/, 'account_refused'],
  [/charge|payment|refund|card/, 'card_refused'],
]

export const reasonOf = (code: string, otherwise: Reason = 'bank_refused'): Reason =>
  REASONS.find(([known]) => known.test(code))?.[1] ?? otherwise
