import assert from 'node:assert/strict'
import { Kept, NothingLeft, type Order, type PayoutProvider } from '../_shared/payouts/provider.ts'
import { sendPayouts, type Claimed } from './send-payouts.ts'

const claimed: Claimed = {
  provider: 'fake',
  kind: 'refund',
  status: 'sending',
  attempt: 2,
  idempotency_key: 'k1',
  request: {
    payout_id: 'p1',
    amount_minor: 500,
    currency: 'USD',
    account: null,
    payment_ref: 'cs_1',
    is_instant: true,
  },
  transfer_ref: null,
  provider_ref: null,
  begun_at: '2030-01-01T00:00:00Z',
  is_repeat: true,
  may_send: false,
}

async function send(error: Error) {
  const orders: Order[] = []
  const calls: unknown[] = []
  const note =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push([name, ...args])
      return Promise.resolve()
    }
  const rows = [claimed]
  const book = {
    claim: () => Promise.resolve(rows.splice(0)),
    recordState: note('state'),
    noteTransfer: note('transfer'),
    retry: note('retry'),
    recordAccount: () => Promise.resolve(true),
  }
  const provider = {
    name: 'fake',
    sendRefund(order: Order) {
      orders.push(order)
      return Promise.reject(error)
    },
  } as unknown as PayoutProvider
  const providers = new Map([['fake', provider]])
  const counts = await sendPayouts(providers, book, Date.now() + 60_000, () => {})
  return { orders, calls, counts }
}

Deno.test('a provider learns that an order is kept', async () => {
  const { orders } = await send(new Error('kept'))
  assert.deepEqual(orders, [
    {
      payoutId: 'p1',
      attempt: 2,
      key: 'k1',
      amountMinor: 500,
      currency: 'USD',
      account: null,
      paymentRef: 'cs_1',
      isInstant: true,
      transferRef: null,
      begunAt: claimed.begun_at,
      isRepeat: true,
      maySend: false,
    },
  ])
})

Deno.test('an attempt stays open unless the provider said that nothing left', async () => {
  const open = await send(new Error('lost'))
  assert.deepEqual([open.calls, open.counts], [[], { done: 0, kept: 0, failed: 1 }])
  const kept = await send(new Kept('kept'))
  assert.deepEqual([kept.calls, kept.counts], [[], { done: 0, kept: 1, failed: 0 }])
  const later = await send(new NothingLeft('charge_disputed', null))
  assert.deepEqual(later.calls, [['retry', 'p1', 2, 'charge_disputed', true]])
  const byStaff = await send(new NothingLeft('resource_missing', 'ask_staff'))
  assert.deepEqual(byStaff.calls, [['retry', 'p1', 2, 'resource_missing', false]])
  const { calls } = await send(new NothingLeft('refused', 'card_refused'))
  assert.partialDeepStrictEqual(calls, [['state', { state: 'failed', reason: 'card_refused' }]])
})
