import Stripe from 'stripe'
import { Refusal } from '../errors.ts'
import { balancesOf } from './stripe-balance.ts'
import { amountOf, disputesOf } from './stripe-disputes.ts'
import type {
  BalanceKeeper,
  CheckoutRequest,
  Payment,
  PaymentProvider,
  ProviderEvent,
  Refund,
} from './provider.ts'

type Options = {
  secretKey: string
  /** All accepted secrets: while one is replaced, Stripe signs with the old and the new one. */
  webhookSecrets: string[]
  /** The address of a server that tests use instead of Stripe. */
  server?: { host: string; port: number; protocol: 'http' }
}

// Stripe keeps a Checkout Session open between 30 minutes and 24 hours.
const SHORTEST_SECONDS = 31 * 60
const LONGEST_SECONDS = 24 * 60 * 60 - 60
// A buyer who comes back within this time finds the open session again.
const STEP_SECONDS = 10 * 60

/** Card payments by Stripe Checkout. Stripe only collects the money; escrow is kept in the ledger of the market. */
export function stripeProvider(options: Options): PaymentProvider & BalanceKeeper {
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
      const params = sessionOf(request)
      const session = await stripe.checkout.sessions.create(params, {
        idempotencyKey: await keyOf(`${request.orderId}-${request.attempt}`, params),
      })
      if (!session.url) throw new Error('Stripe answered a session without an address.')
      return { url: session.url }
    },

    async readEvent(body, signature) {
      // Stripe sends events of API versions 1 and 2, and each has its own function that checks the signature.
      const read = options.webhookSecrets.flatMap((secret) => [
        stripe.webhooks.constructEventAsync(body, signature, secret, undefined, crypto),
        stripe.parseEventNotificationAsync(body, signature, secret, undefined, crypto),
      ])
      await Promise.any(read).catch((cause: unknown) => {
        throw new Refusal(400, 'bad_signature', { cause })
      })
      return stripeEvent(body)
    },

    async findPayment(id) {
      const session = await stripe.checkout.sessions.retrieve(id, {
        expand: ['payment_intent.latest_charge'],
      })
      return session.payment_status === 'paid' ? paymentOf(session) : null
    },

    async findRefunds(id) {
      const { data } = await stripe.refunds.list({ charge: id, limit: 100 })
      const ended = data.filter(({ status }) => ENDED.has(status))
      const reference = ended[0] && (await sessionOfPayment(stripe, ended[0].payment_intent))
      return reference ? ended.map((refund) => refundOf(refund, reference)) : []
    },

    ...balancesOf(stripe),
    ...disputesOf(stripe, (payment) => sessionOfPayment(stripe, payment)),
  }
}

/** A payment is identified by its Checkout Session; other payments are ignored. */
async function sessionOfPayment(
  stripe: Stripe,
  payment: string | { id: string } | null,
): Promise<string | null> {
  if (payment === null) return null
  const { data } = await stripe.checkout.sessions.list({
    payment_intent: idOf(payment),
    limit: 1,
  })
  return data[0]?.id ?? null
}

/** Statuses in which a refund was sent or has ended. A failed refund may have succeeded before. */
const ENDED = new Set<string | null>(['succeeded', 'failed', 'canceled'])

const refundOf = (refund: Stripe.Refund, reference: string): Refund => ({
  reference,
  refundReference: refund.id,
  hasFailed: refund.status !== 'succeeded',
  payoutId: refund.metadata?.['payout_id'] ?? null,
  ...amountOf(refund),
})

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

/** The idempotency key of a request. Stripe refuses a key that was used with other parameters, so it names them. */
async function keyOf(attempt: string, params: object): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(params))
  const hash = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', text))
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `checkout-${attempt}-${hex}`
}

/** The time at which a session ends, rounded to steps so that a retry asks for the same one. */
function expiryOf(time: string): number {
  const now = Math.floor(Date.now() / 1000)
  const wanted = Math.floor(Date.parse(time) / 1000)
  const soonest = Math.ceil((now + SHORTEST_SECONDS) / STEP_SECONDS) * STEP_SECONDS
  const latest = Math.floor((now + LONGEST_SECONDS) / STEP_SECONDS) * STEP_SECONDS
  return Math.min(Math.max(wanted, soonest), latest)
}

type ThinEvent = { object: 'v2.core.event'; type: string; related_object: { id: string } | null }

/** The changed object that a webhook names, after its signature was checked. Events of version 2 contain only its id. */
export function stripeEvent(body: string): ProviderEvent {
  const event = JSON.parse(body) as Stripe.Event | ThinEvent
  if (event.object === 'v2.core.event') {
    const id = event.related_object?.id
    return id && event.type.startsWith('v2.core.account[') ? { kind: 'account', id } : NOTHING
  }
  return eventOf(event)
}

const NOTHING = { kind: 'nothing' } as const

function eventOf(event: Stripe.Event): ProviderEvent {
  // Charges and disputes of a member's connected account do not concern the market; only its payouts do.
  if (event.account && !event.type.startsWith('payout.')) return NOTHING
  switch (event.type) {
    case 'payout.updated':
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.canceled': {
      const { account } = event
      return account ? { kind: 'payout', id: event.data.object.id, account } : NOTHING
    }
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
    // A pending refund was sent, or a sent refund came back.
    case 'charge.refund.updated':
    case 'refund.updated':
    case 'refund.failed':
      return event.data.object.charge === null
        ? NOTHING
        : { kind: 'refund', id: idOf(event.data.object.charge) }
    default:
      return NOTHING
  }
}

function paymentOf(session: Stripe.Checkout.Session): Payment | null {
  const { client_reference_id: orderId, amount_total: amountMinor, currency } = session
  if (!orderId || amountMinor === null || !currency) return null
  return {
    reference: session.id,
    orderId,
    amountMinor,
    currency: currency.toUpperCase(),
    cardFingerprint: fingerprintOf(session),
  }
}

function fingerprintOf({ payment_intent: intent }: Stripe.Checkout.Session): string | null {
  const charge = intent && typeof intent === 'object' ? intent.latest_charge : null
  if (!charge || typeof charge === 'string') return null
  return charge.payment_method_details?.card?.fingerprint ?? null
}

const idOf = (value: string | { id: string }) => (typeof value === 'string' ? value : value.id)
