import { Refusal } from '../errors.ts'
import type { Payment, PaymentProvider, ProviderEvent } from './provider.ts'
import { isSignedBy } from './signature.ts'

type Options = { apiUrl: string; secretKey: string; webhookSecret: string }
type Session = {
  id: string
  url: string
  status: 'open' | 'processing' | 'paid' | 'expired'
  order_id: string
  amount_minor: number
  currency: string
  charged_back_at: string | null
}

/** The local stack's own provider: the same road as with a company, without one. */
export function sandboxProvider({ apiUrl, secretKey, webhookSecret }: Options): PaymentProvider {
  async function call(path: string, body?: object): Promise<Session | null> {
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

  const find = (id: string) => call(`/sessions/${encodeURIComponent(id)}`)

  return {
    name: 'sandbox',
    signatureHeader: 'sandbox-signature',

    async startCheckout(request) {
      const session = await call('/sessions', {
        order_id: request.orderId,
        amount_minor: request.amountMinor,
        currency: request.currency,
        description: request.description,
        success_url: request.successUrl,
        cancel_url: request.cancelUrl,
        idempotency_key: request.orderId,
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

    async findChargeback(id) {
      const session = await find(id)
      return session?.charged_back_at ? paymentOf(session) : null
    },
  }
}

function eventOf(body: string): ProviderEvent {
  const { type, session }: { type?: unknown; session?: unknown } = JSON.parse(body)
  if (typeof session !== 'string') return { kind: 'nothing' }
  if (type === 'session.paid') return { kind: 'payment', id: session }
  if (type === 'session.charged_back') return { kind: 'chargeback', id: session }
  return { kind: 'nothing' }
}

function paymentOf(session: Session): Payment {
  return {
    reference: session.id,
    orderId: session.order_id,
    amountMinor: session.amount_minor,
    currency: session.currency,
  }
}
