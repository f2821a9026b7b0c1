import assert from 'node:assert/strict'
import Stripe from 'stripe'
import type { PaymentProvider } from './provider.ts'
import { stripeProvider } from './stripe.ts'

const webhookSecret = 'whsec_test'
const session = {
  id: 'cs_1',
  object: 'checkout.session',
  url: 'https://pay.example/cs_1',
  payment_status: 'paid',
  client_reference_id: 'o1',
  amount_total: 2550,
  currency: 'usd',
}
const objects: Record<string, object> = {
  '/v1/checkout/sessions/cs_1': session,
  '/v1/checkout/sessions/cs_2': { ...session, id: 'cs_2', payment_status: 'unpaid' },
  '/v1/checkout/sessions': { object: 'list', data: [session], has_more: false },
  '/v1/disputes/dp_1': { id: 'dp_1', object: 'dispute', amount: 2000, payment_intent: 'pi_1' },
}

/** Stripe's API as far as the adapter uses it. */
async function withStripe(then: (provider: PaymentProvider, forms: string[]) => Promise<void>) {
  const forms: string[] = []
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, async (request) => {
    if (request.method === 'POST') {
      forms.push(
        `${request.headers.get('idempotency-key')} ${decodeURIComponent(await request.text())}`,
      )
      return Response.json(session)
    }
    const found = objects[new URL(request.url).pathname]
    return Response.json(found ?? { error: { message: 'none' } }, { status: found ? 200 : 404 })
  })
  try {
    const at = { host: '127.0.0.1', port: server.addr.port, protocol: 'http' as const }
    await then(stripeProvider({ secretKey: 'sk_test_1', webhookSecret, server: at }), forms)
  } finally {
    await server.shutdown()
  }
}

function signed(payload: string, secret = webhookSecret) {
  return new Stripe('sk_test_1').webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  })
}

const event = (type: string, id: string) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: { id, amount_total: 1 } } })

const request = {
  orderId: 'o1',
  amountMinor: 2550,
  currency: 'USD',
  description: 'A pack',
  successUrl: 'http://site/ok',
  cancelUrl: 'http://site/no',
  expiresAt: null,
}

Deno.test('a checkout is one session per order, in minor units', () =>
  withStripe(async (provider, forms) => {
    assert.deepEqual(await provider.startCheckout(request), { url: session.url })
    assert.match(forms[0] ?? '', /^checkout-o1 /)
    assert.match(forms[0] ?? '', /client_reference_id=o1/)
    assert.match(forms[0] ?? '', /unit_amount\]=2550/)
    await assert.rejects(provider.startCheckout({ ...request, currency: 'USDC' }), {
      token: 'currency_not_supported',
    })
  }))

Deno.test('a webhook is believed by its signature, and only for which session changed', () =>
  withStripe(async (provider) => {
    const body = event('checkout.session.completed', 'cs_1')
    assert.deepEqual(await provider.readEvent(body, await signed(body)), {
      kind: 'payment',
      id: 'cs_1',
    })
    const wrong = await signed(body, 'whsec_other')
    await assert.rejects(provider.readEvent(body, wrong), { token: 'bad_signature', status: 400 })
    const other = event('customer.created', 'cus_1')
    assert.deepEqual(await provider.readEvent(other, await signed(other)), { kind: 'nothing' })
    const dispute = event('charge.dispute.created', 'dp_1')
    assert.deepEqual(await provider.readEvent(dispute, await signed(dispute)), {
      kind: 'chargeback',
      id: 'dp_1',
    })
  }))

Deno.test('the amount is the one of the session', () =>
  withStripe(async (provider) => {
    const paid = { reference: 'cs_1', orderId: 'o1', amountMinor: 2550, currency: 'USD' }
    assert.deepEqual(await provider.findPayment('cs_1'), paid)
    assert.equal(await provider.findPayment('cs_2'), null)
    assert.deepEqual(await provider.findChargeback('dp_1'), { ...paid, amountMinor: 2000 })
  }))
