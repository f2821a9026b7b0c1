import assert from 'node:assert/strict'
import { checkoutRequest, readOrderId, readUseWallet } from './checkout.ts'

const order = {
  id: '00000000-0000-4000-8000-000000000001',
  pack_title: 'One thread',
  due_at: '2030-01-01T00:00:00+00:00',
}
const checkout = { wallet_minor: 250, provider_minor: 10_000, currency: 'USD', payments_before: 1 }

Deno.test('the payment provider collects the part of the amount that the wallet does not pay', () => {
  assert.deepEqual(checkoutRequest(order, checkout, 'http://site'), {
    orderId: order.id,
    attempt: 2,
    amountMinor: 10_000,
    currency: 'USD',
    description: 'One thread',
    successUrl: `http://site/dashboard/checkout/${order.id}?result=paid`,
    cancelUrl: `http://site/dashboard/checkout/${order.id}?result=cancelled`,
    expiresAt: order.due_at,
  })
})

Deno.test('a checkout is refused without an order that the caller can pay', () => {
  assert.throws(() => checkoutRequest(undefined, checkout, ''), {
    status: 403,
    token: 'not_allowed',
  })
})

Deno.test('a checkout request without the id of an order is refused', () => {
  assert.equal(readOrderId({ order_id: order.id }), order.id)
  for (const order_id of [undefined, 1, '', 'x', `${order.id}'`]) {
    assert.throws(() => readOrderId({ order_id }), { token: 'invalid_body' })
  }
})

Deno.test('a checkout uses the wallet unless the request says `use_wallet: false`', () => {
  assert.equal(readUseWallet({}), true)
  assert.equal(readUseWallet({ use_wallet: false }), false)
  assert.throws(() => readUseWallet({ use_wallet: 'no' }), { token: 'invalid_body' })
})
