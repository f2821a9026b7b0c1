import Stripe from 'stripe'
import { Refusal } from '../errors.ts'
import type { BalanceKeeper, Payment, PaymentProvider, ProviderEvent } from './provider.ts'
import { isSignedBy } from './signature.ts'
import { stripeEvent, stripeProvider } from './stripe.ts'

type Provider = PaymentProvider & BalanceKeeper
type Options = { apiUrl: string; secretKey: string; webhookSecret: string }
type Session = {
  id: string
  url: string
  status: 'open' | 'processing' | 'paid' | 'expired'
  order_id: string
  amount_minor: number
  currency: string
  card_fingerprint: string | null
}

/**
 * The payment provider of the local stack, which needs no contract with a company. It reports disputes, refunds and
 * payouts as Stripe's webhooks do.
 */
export function sandboxProvider({ apiUrl, secretKey, webhookSecret }: Options): Provider {
  async function call<T>(path: string, body?: object): Promise<T | null> {
    const response = await fetch(`${apiUrl}/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(10_000),
    })
    if (response.ok) return await response.json()
    await response.body?.cancel()
    if (response.status === 404) return null
    throw new Error(`The sandbox provider answered ${response.status}.`)
  }

  const { hostname: host, port } = new URL(apiUrl)
  const server = { host, port: Number(port), protocol: 'http' as const }
  const inStripesWords = stripeProvider({ secretKey, webhookSecrets: [], server })
  const find = (id: string) => call<Session>(`/sessions/${encodeURIComponent(id)}`)

  return {
    ...inStripesWords,
    name: 'sandbox',
    signatureHeader: 'sandbox-signature',

    async startCheckout(request) {
      const session = await call<Session>('/sessions', {
        order_id: request.orderId,
        amount_minor: request.amountMinor,
        currency: request.currency,
        description: request.description,
        success_url: request.successUrl,
        cancel_url: request.cancelUrl,
        idempotency_key: `${request.orderId} ${request.attempt} ${request.amountMinor}`,
        ...(request.expiresAt ? { expires_at: request.expiresAt } : {}),
      })
      if (!session) throw new Error('The sandbox provider made no session.')
      return { url: session.url }
    },

    async readEvent(body, signature) {
      if (!(await isSignedBy(webhookSecret, body, signature))) {
        throw new Refusal(400, 'bad_signature')
      }
      return eventOf(body)
    },

    async findPayment(id) {
      const session = await find(id)
      return session?.status === 'paid' ? paymentOf(session) : null
    },

    findDispute: (id) => inStripesWords.findDispute(id).catch(nullIfMissing),
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null
  throw error
}

const DISPUTES = new Set<unknown>(['dispute.opened', 'dispute.won', 'dispute.lost'])

function eventOf(body: string): ProviderEvent {
  const { object, type, session, dispute }: Record<string, unknown> = JSON.parse(body)
  if (object === 'event' || object === 'v2.core.event') return stripeEvent(body)
  if (type === 'session.paid' && typeof session === 'string')
    return { kind: 'payment', id: session }
  if (DISPUTES.has(type) && typeof dispute === 'string') return { kind: 'dispute', id: dispute }
  return { kind: 'nothing' }
}

function paymentOf(session: Session): Payment {
  return {
    reference: session.id,
    orderId: session.order_id,
    amountMinor: session.amount_minor,
    currency: session.currency,
    cardFingerprint: session.card_fingerprint,
  }
}
