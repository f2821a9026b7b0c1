import Stripe from 'stripe'
import { Kept, NothingLeft, type Order, type Reason } from './provider.ts'

/** How long a key is used again. Stripe forgets it after a day; a transfer not found by then was never made. */
const KEY_LIVES_MS = 23 * 3_600_000

/** Refuses to send when Stripe may have forgotten the idempotency key, or when the payout is stopped. */
export function requireFreshKey({ isRepeat, begunAt, maySend }: Order) {
  if (isRepeat && Date.now() - Date.parse(begunAt) > KEY_LIVES_MS)
    throw new NothingLeft('not_found_after_a_day', null)
  // The request of an earlier run may still arrive at Stripe, so the attempt stays open.
  if (!maySend) throw new Kept('It is kept: not sent, only looked for.')
}

/** Metadata of every object that is made for an attempt, by which the object is found again. */
export const marksOf = ({ payoutId, attempt }: Order) => ({
  payout_id: payoutId,
  attempt: String(attempt),
})

export function isOf(order: Order, { metadata }: { metadata: Stripe.Metadata | null }): boolean {
  return metadata?.['payout_id'] === order.payoutId && metadata['attempt'] === String(order.attempt)
}

/** Errors which mean that Stripe is still processing a request with the same key. */
const UNDECIDED = new Set(['idempotency_key_in_use', 'lock_timeout'])
/** Refusals for other causes than the card or the bank: too little money, a dispute, an expired key. */
const LATER = new Set([
  'api_key_expired',
  'balance_insufficient',
  'charge_disputed',
  'insufficient_funds',
  'refund_disputed_payment',
])
/** Errors that every later attempt would get: somebody refunded by hand, or the API key is another account's. */
const BY_STAFF = new Set(['charge_already_refunded', 'resource_missing'])

/** True if a later attempt may succeed. The operator can add a missing permission of the API key. */
const isForLater = (error: unknown, code: string) =>
  LATER.has(code) ||
  (error instanceof Stripe.errors.StripePermissionError && code !== 'account_invalid')

/** Makes a request, and throws NothingLeft for an error after which it is certain that no money was sent. */
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
