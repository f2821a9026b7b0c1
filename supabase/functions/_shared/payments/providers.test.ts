import assert from 'node:assert/strict'
import { signingProvider } from './providers.ts'

const signed = new Headers({ 'stripe-signature': 't=1,v1=00' })

Deno.test('a webhook is refused if no payment provider is configured, or if no provider has signed it', () => {
  assert.throws(() => signingProvider(signed), { status: 503, token: 'payments_not_configured' })
  Deno.env.set('STRIPE_SECRET_KEY', 'sk_test_1')
  Deno.env.set('STRIPE_WEBHOOK_SECRET', 'whsec_1')
  assert.equal(signingProvider(signed).provider.name, 'stripe')
  assert.throws(() => signingProvider(new Headers()), { status: 400, token: 'bad_signature' })
  Deno.env.delete('STRIPE_SECRET_KEY')
  Deno.env.delete('STRIPE_WEBHOOK_SECRET')
})
