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

async function send(error: Error, row = claimed, bank: () => string | null = () => null) {
  const orders: Order[] = []
  const calls: unknown[] = []
  const note =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push([name, ...args])
      return Promise.resolve()
    }
  const rows = [row]
  const book = {
    claim: () => Promise.resolve(rows.splice(0)),
    recordState: note('state'),
    noteTransfer: note('transfer'),
    retry: note('retry'),
    recordAccount: (...args: unknown[]) => note('account')(...args).then(() => true),
  }
  const sendRefund = (order: Order) => {
    orders.push(order)
    return Promise.reject(error)
  }
  const provider = {
    name: 'fake',
    findAccount: () => Promise.resolve().then(() => ({ bank: bank() })),
    sendPayout: sendRefund,
    sendRefund,
  } as unknown as PayoutProvider
  const providers = new Map([['fake', provider]])
  const counts = await sendPayouts(providers, book, Date.now() + 60_000, () => {})
  return { orders, calls, counts }
}

Deno.test('a stopped payout is passed to its provider with the order not to send it', async () => {
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

Deno.test('the attempt of a payout stays open unless the provider said that no money was sent', async () => {
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

const payout: Claimed = {
  ...claimed,
  kind: 'payout',
  status: 'requested',
  request: { ...claimed.request, account: 'acct_1', bank: 'known' },
  is_repeat: false,
  may_send: true,
}
const repeat = { ...payout, is_repeat: true }
const kept = new Kept('kept')
const silent = () => {
  throw new Error('no answer')
}

Deno.test('no payout is sent to an account whose bank has changed, not even when the attempt is repeated', async () => {
  const first = await send(kept, payout, () => 'other')
  assert.deepEqual(first.orders, [])
  assert.deepEqual(first.calls, [
    ['account', 'fake', { bank: 'other' }],
    ['retry', 'p1', 2, 'Another bank is behind the account.', true],
  ])
  const later = await send(kept, repeat, () => 'other')
  assert.deepEqual(
    later.orders.map(({ maySend }) => maySend),
    [false],
  )
  assert.deepEqual(later.calls, [['account', 'fake', { bank: 'other' }]])
  for (const row of [payout, repeat]) {
    const { orders } = await send(kept, row, () => 'known')
    assert.equal(orders[0]?.maySend, true)
  }
})

Deno.test('no payout is sent while the bank behind the account is unknown, and the attempt stays open', async () => {
  const first = await send(kept, payout, silent)
  assert.deepEqual([first.orders, first.calls, first.counts.failed], [[], [], 1])
  const later = await send(kept, repeat, silent)
  assert.deepEqual([later.orders[0]?.maySend, later.calls], [false, []])
  const gone = await send(kept, payout, () => {
    throw new NothingLeft('resource_missing', 'ask_staff')
  })
  assert.deepEqual([gone.orders, gone.calls], [[], [['retry', 'p1', 2, 'resource_missing', false]]])
})

Deno.test('a payout that was sent is looked up without reading the bank of the account', async () => {
  const { calls } = await send(kept, { ...repeat, status: 'sent' }, () => 'other')
  assert.deepEqual(calls, [])
})
