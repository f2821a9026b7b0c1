import Stripe from 'stripe'
import { Refusal } from '../errors.ts'
import type {
  CheckoutRequest,
  Dispute,
  Payment,
  PaymentProvider,
  ProviderEvent,
} from './provider.ts'

type Options = {
  secretKey: string
  webhookSecret: string
  /** Another address than Stripe's own, for tests. */
  server?: { host: string; port: number; protocol: 'http' }
}

// Stripe keeps a Checkout Session open between 30 minutes and 24 hours.
const SHORTEST_SECONDS = 31 * 60
const LONGEST_SECONDS = 24 * 60 * 60 - 60

/** Cards by Stripe Checkout. Escrow is our ledger's: Stripe only collects. */
export function stripeProvider(options: Options): PaymentProvider {
  const stripe = new Stripe(options.secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 1,
    timeout: 10_000,
    telemetry: false,
    ...options.server,
  })
  const crypto = Stripe.createSubtleCryptoProvider()

  return {
    name: 'stripe',
    signatureHeader: 'stripe-signature',

    async startCheckout(request) {
      if (request.currency !== 'USD') throw new Refusal(422, 'currency_not_supported')
      const session = await stripe.checkout.sessions.create(sessionOf(request), {
        idempotencyKey: `checkout-${request.orderId}-${request.amountMinor}`,
      })
      if (!session.url) throw new Error('Stripe answered a session without an address.')
      return { url: session.url }
    },

    async readEvent(body, signature) {
      const event = await stripe.webhooks
        .constructEventAsync(body, signature, options.webhookSecret, undefined, crypto)
        .catch((cause: unknown) => {
          throw new Refusal(400, 'bad_signature', { cause })
        })
      return eventOf(event)
    },

    async findPayment(id) {
      const session = await stripe.checkout.sessions.retrieve(id)
      return session.payment_status === 'paid' ? paymentOf(session) : null
    },

    async findDispute(id) {
      const dispute = await stripe.disputes.retrieve(id)
      const status = standingOf(dispute)
      const reference = status && (await sessionOfPayment(dispute.payment_intent))
      if (!reference) return null
      return { reference, disputeReference: dispute.id, status, ...amountOf(dispute) }
    },

    async findRefunds(id) {
      const { data } = await stripe.refunds.list({ charge: id, limit: 100 })
      const sent = data.filter(({ status }) => status === 'succeeded')
      const reference = sent[0] && (await sessionOfPayment(sent[0].payment_intent))
      if (!reference) return []
      return sent.map((refund) => ({ reference, refundReference: refund.id, ...amountOf(refund) }))
    },
  }

  /** A payment is identified by its Checkout Session; other payments are ignored. */
  async function sessionOfPayment(payment: string | { id: string } | null): Promise<string | null> {
    if (payment === null) return null
    const { data } = await stripe.checkout.sessions.list({
      payment_intent: idOf(payment),
      limit: 1,
    })
    return data[0]?.id ?? null
  }
}

const amountOf = ({ amount, currency }: { amount: number; currency: string }) => ({
  amountMinor: amount,
  currency: currency.toUpperCase(),
})

/**
 * An inquiry takes no money until it becomes a dispute. Funds may come back before the dispute
 * is closed, or after it was lost.
 */
function standingOf(dispute: Stripe.Dispute): Dispute['status'] | null {
  const moves = dispute.balance_transactions
  if (moves.length > 1 && moves.reduce((sum, { amount }) => sum + amount, 0) >= 0) return 'won'
  switch (dispute.status) {
    case 'needs_response':
    case 'under_review':
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return 'opened'
    case 'won':
      return 'won'
    case 'lost':
      return 'lost'
    default:
      return null
  }
}

function sessionOf(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const order = { order_id: request.orderId }
  return {
    mode: 'payment',
    client_reference_id: request.orderId,
    metadata: order,
    payment_intent_data: { metadata: order },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: request.amountMinor,
          product_data: { name: request.description },
        },
      },
    ],
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    ...(request.expiresAt ? { expires_at: expiryOf(request.expiresAt) } : {}),
  }
}

function expiryOf(time: string): number {
  const now = Math.floor(Date.now() / 1000)
  const wanted = Math.floor(Date.parse(time) / 1000)
  return Math.min(Math.max(wanted, now + SHORTEST_SECONDS), now + LONGEST_SECONDS)
}

function eventOf(event: Stripe.Event): ProviderEvent {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return { kind: 'payment', id: event.data.object.id }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return { kind: 'dispute', id: event.data.object.id }
    case 'charge.refunded':
      return { kind: 'refund', id: event.data.object.id }
    // A refund that was pending has left.
    case 'charge.refund.updated':
      return event.data.object.charge === null
        ? { kind: 'nothing' }
        : { kind: 'refund', id: idOf(event.data.object.charge) }
    default:
      return { kind: 'nothing' }
  }
}

function paymentOf(session: Stripe.Checkout.Session): Payment | null {
  const { client_reference_id: orderId, amount_total: amountMinor, currency } = session
  if (!orderId || amountMinor === null || !currency) return null
  return { reference: session.id, orderId, amountMinor, currency: currency.toUpperCase() }
}

const idOf = (value: string | { id: string }) => (typeof value === 'string' ? value : value.id)
