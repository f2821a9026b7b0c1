import Stripe from 'stripe'
import { Refusal } from '../errors.ts'
import type { CheckoutRequest, Payment, PaymentProvider, ProviderEvent } from './provider.ts'

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
        idempotencyKey: `checkout-${request.orderId}`,
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

    async findChargeback(id) {
      const dispute = await stripe.disputes.retrieve(id)
      const sessions = await stripe.checkout.sessions.list({
        payment_intent: idOf(dispute.payment_intent),
        limit: 1,
      })
      const payment = sessions.data[0] && paymentOf(sessions.data[0])
      return payment ? { ...payment, amountMinor: dispute.amount } : null
    },
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
      return { kind: 'chargeback', id: event.data.object.id }
    default:
      return { kind: 'nothing' }
  }
}

function paymentOf(session: Stripe.Checkout.Session): Payment | null {
  const { client_reference_id: orderId, amount_total: amountMinor, currency } = session
  if (!orderId || amountMinor === null || !currency) return null
  return { reference: session.id, orderId, amountMinor, currency: currency.toUpperCase() }
}

function idOf(value: string | { id: string } | null): string {
  if (value === null) throw new Error('Stripe named no payment.')
  return typeof value === 'string' ? value : value.id
}
