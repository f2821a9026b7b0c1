import assert from 'node:assert/strict'
import { checkoutRequest, readOrderId, requireNotFrozen } from './checkout.ts'

const order = {
  id: '00000000-0000-4000-8000-000000000001',
  brand_id: 'brand',
  status: 'pending_payment',
  pack_title: 'One thread',
  price_minor: 10_000,
  buyer_fee_minor: 250,
  currency: 'USD',
  due_at: '2030-01-01T00:00:00+00:00',
}

Deno.test('the brand pays price and fee of its own unpaid order', () => {
  assert.deepEqual(checkoutRequest(order, 'brand', 'http://site'), {
    orderId: order.id,
    amountMinor: 10_250,
    currency: 'USD',
    description: 'One thread',
    successUrl: `http://site/dashboard/checkout/${order.id}?result=paid`,
    cancelUrl: `http://site/dashboard/checkout/${order.id}?result=cancelled`,
    expiresAt: order.due_at,
  })
})

Deno.test('nobody else does, and nothing is paid twice', () => {
  const attempt = (of: typeof order | undefined, who: string) => () => checkoutRequest(of, who, '')
  assert.throws(attempt(order, 'creator'), { status: 403, token: 'not_allowed' })
  assert.throws(attempt(undefined, 'brand'), { status: 403, token: 'not_allowed' })
  for (const status of ['funded', 'completed', 'expired']) {
    assert.throws(attempt({ ...order, status }, 'brand'), {
      status: 409,
      token: 'order_not_payable',
    })
  }
})

Deno.test('a brand that is frozen pays nothing', () => {
  requireNotFrozen({ frozen_at: null })
  assert.throws(() => requireNotFrozen({ frozen_at: '2030-01-01T00:00:00+00:00' }), {
    status: 403,
    token: 'profile_frozen',
  })
})

Deno.test('an order is named by its id', () => {
  assert.equal(readOrderId({ order_id: order.id }), order.id)
  for (const order_id of [undefined, 1, '', 'x', `${order.id}'`]) {
    assert.throws(() => readOrderId({ order_id }), { token: 'invalid_body' })
  }
})
