import type Stripe from 'stripe'
import { NothingLeft, type Order, type Report, type State } from './provider.ts'
import { definite, isOf, marksOf, requireFreshKey } from './stripe-errors.ts'

/** Sends money back to the card that paid. */
export async function sendRefund(stripe: Stripe, order: Order): Promise<Report> {
  // An earlier run may have sent the refund, so a payment that is not found does not prove that none was sent.
  const payment_intent = order.isRepeat
    ? await intentOf(stripe, order)
    : await definite(() => intentOf(stripe, order), 'card_refused')
  if (order.isRepeat) {
    const { data } = await stripe.refunds.list({ payment_intent, limit: 100 })
    const found = data.find((each) => isOf(order, each))
    if (found) return refundReport(order, found)
  }
  requireFreshKey(order)
  const params = { payment_intent, amount: order.amountMinor, metadata: marksOf(order) }
  const refund = await definite(
    () => stripe.refunds.create(params, { idempotencyKey: order.key }),
    'card_refused',
  )
  return refundReport(order, refund)
}

/** The PaymentIntent of a payment. The database knows a payment by its Checkout Session. */
async function intentOf(stripe: Stripe, order: Order): Promise<string> {
  const session = await stripe.checkout.sessions.retrieve(order.paymentRef ?? '')
  const intent = session.payment_intent
  if (!intent && order.isRepeat) throw new Error('payment_unknown')
  if (!intent) throw new NothingLeft('payment_unknown', 'card_refused')
  return typeof intent === 'string' ? intent : intent.id
}

/** A refund waits while the platform's balance is short; it leaves later by itself. */
const REFUND_STATES: Record<string, State> = {
  succeeded: 'sent',
  failed: 'failed',
  canceled: 'failed',
}

function refundReport({ payoutId, attempt }: Order, refund: Stripe.Refund): Report {
  const state = REFUND_STATES[refund.status ?? ''] ?? 'pending'
  return {
    payoutId,
    attempt,
    state,
    reference: refund.id,
    trace: null,
    expectedOn: null,
    reason: state === 'failed' ? 'card_refused' : null,
    transferRef: null,
  }
}
