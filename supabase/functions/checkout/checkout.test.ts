import assert from 'node:assert/strict'
import { checkoutRequest, readOrderId, requireCheckout } from './checkout.ts'

const order = {
  id: '00000000-0000-4000-8000-000000000001',
  pack_title: 'One thread',
  price_minor: 10_000,
  buyer_fee_minor: 250,
  currency: 'USD',
  due_at: '2030-01-01T00:00:00+00:00',
}

Deno.test('the brand pays price and fee of its own unpaid order', () => {
  assert.deepEqual(checkoutRequest(order, 'http://site'), {
    orderId: order.id,
    amountMinor: 10_250,
    currency: 'USD',
    description: 'One thread',
    successUrl: `http://site/dashboard/checkout/${order.id}?result=paid`,
    cancelUrl: `http://site/dashboard/checkout/${order.id}?result=cancelled`,
    expiresAt: order.due_at,
  })
})

Deno.test('nothing is collected that the database would not take', () => {
  const offered = (allowed: boolean, refusal: string | null) => [
    { action: 'pay_from_wallet', allowed: !allowed, refusal: null },
    { action: 'checkout', allowed, refusal },
  ]
  requireCheckout(offered(true, null))
  for (const [token, status] of [
    ['not_allowed', 403],
    ['profile_frozen', 403],
    ['order_not_payable', 409],
  ] as const) {
    assert.throws(() => requireCheckout(offered(false, token)), { status, token })
  }
  // Strangers are offered nothing, and find no order.
  assert.throws(() => requireCheckout([]), { status: 403, token: 'not_allowed' })
  assert.throws(() => checkoutRequest(undefined, ''), { status: 403, token: 'not_allowed' })
})

Deno.test('an order is named by its id', () => {
  assert.equal(readOrderId({ order_id: order.id }), order.id)
  for (const order_id of [undefined, 1, '', 'x', `${order.id}'`]) {
    assert.throws(() => readOrderId({ order_id }), { token: 'invalid_body' })
  }
})
