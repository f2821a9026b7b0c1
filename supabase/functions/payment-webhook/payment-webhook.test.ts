import assert from 'node:assert/strict'
import { Refusal } from '../_shared/errors.ts'
import type { PaymentProvider } from '../_shared/payments/provider.ts'
import type { PayoutProvider } from '../_shared/payouts/provider.ts'
import { takeWebhook } from './payment-webhook.ts'

const payment = {
  reference: 's1',
  orderId: 'o1',
  amountMinor: 2550,
  currency: 'USD',
  cardFingerprint: 'fp_1',
}
const dispute = {
  reference: 's1',
  disputeReference: 'd1',
  status: 'opened' as const,
  amountMinor: 2000,
  currency: 'USD',
  evidenceDueAt: '2030-01-01T00:00:00.000Z',
}
const refund = {
  reference: 's1',
  refundReference: 'r1',
  hasFailed: false,
  payoutId: null,
  amountMinor: 550,
  currency: 'USD',
}

const payout = { payoutId: 'p1', attempt: 1, state: 'arrived' }

function fakes() {
  const recorded: unknown[] = []
  const provider: PaymentProvider = {
    name: 'fake',
    signatureHeader: 'fake-signature',
    startCheckout: () => Promise.reject(new Error('never')),
    readEvent: (body, signature) =>
      signature === 'good'
        ? Promise.resolve(JSON.parse(body))
        : Promise.reject(new Refusal(400, 'bad_signature')),
    findPayment: (id) => Promise.resolve(id === 's1' ? payment : null),
    findDispute: (id) => Promise.resolve(id === 'd1' ? dispute : null),
    findRefunds: (id) => Promise.resolve(id === 'c1' ? [refund] : []),
    sendEvidence: () => Promise.reject(new Error('never')),
  }
  const record = (kind: string) => (name: string, what: object) => {
    recorded.push([kind, name, what])
    return Promise.resolve()
  }
  const ledger = {
    recordPayment: record('payment'),
    recordDispute: record('dispute'),
    recordRefund: record('refund'),
    recordPayout: (provider: PayoutProvider, report: object) =>
      record('payout')(provider.name, report),
    recordAccount: (name: string, state: { account: string }) => {
      if (state.account !== 'acct_1') return Promise.resolve(false)
      return record('account')(name, state).then(() => true)
    },
  }
  const payouts = {
    name: 'fake',
    findPayout: (id: string) => Promise.resolve(id === 'po_1' ? payout : null),
    findAccount: (account: string) =>
      Promise.resolve({ account, status: 'active', requirements: [], bank: 'b1' }),
  } as unknown as PayoutProvider
  const take = (event: object, signature = 'good') =>
    takeWebhook(provider, payouts, ledger, JSON.stringify(event), signature)
  return { take, recorded }
}

Deno.test('a payment is recorded as the provider reports it, not as the body claims', async () => {
  const { take, recorded } = fakes()
  const answer = await take({ kind: 'payment', id: 's1', amountMinor: 1, orderId: 'another' })
  assert.deepEqual(answer, { event: 'payment', recorded: true })
  assert.deepEqual(recorded, [['payment', 'fake', payment]])
})

Deno.test('a webhook about an unpaid session or an unknown event gets a response and records nothing', async () => {
  const { take, recorded } = fakes()
  assert.deepEqual(await take({ kind: 'payment', id: 's2' }), { event: 'payment', recorded: false })
  assert.deepEqual(await take({ kind: 'nothing' }), { event: 'nothing', recorded: false })
  assert.deepEqual(recorded, [])
})

Deno.test('disputes and refunds are recorded as the provider reports them, after their payments', async () => {
  const { take, recorded } = fakes()
  await take({ kind: 'dispute', id: 'd1', status: 'won', amountMinor: 1 })
  await take({ kind: 'refund', id: 'c1', amountMinor: 1 })
  assert.deepEqual(recorded, [
    ['payment', 'fake', payment],
    ['dispute', 'fake', dispute],
    ['payment', 'fake', payment],
    ['refund', 'fake', refund],
  ])
})

Deno.test('payouts and accounts are recorded as the provider reports them, and unknown ones are not recorded', async () => {
  const { take, recorded } = fakes()
  await take({ kind: 'payout', id: 'po_1', account: 'acct_1', status: 'failed' })
  await take({ kind: 'account', id: 'acct_1', status: 'rejected' })
  assert.deepEqual(recorded, [
    ['payout', 'fake', payout],
    ['account', 'fake', { account: 'acct_1', status: 'active', requirements: [], bank: 'b1' }],
  ])
  for (const of of [
    { kind: 'payout', id: 'po_2', account: 'acct_1' },
    { kind: 'account', id: 'acct_2' },
  ]) {
    assert.deepEqual(await take(of), { event: of.kind, recorded: false })
  }
})

Deno.test('a dispute that took no money, or a refund that was not sent, is not recorded', async () => {
  const { take, recorded } = fakes()
  assert.deepEqual(await take({ kind: 'dispute', id: 'd2' }), { event: 'dispute', recorded: false })
  assert.deepEqual(await take({ kind: 'refund', id: 'c2' }), { event: 'refund', recorded: false })
  assert.deepEqual(recorded, [])
})

Deno.test('an unsigned webhook moves no money', async () => {
  const { take, recorded } = fakes()
  await assert.rejects(take({ kind: 'payment', id: 's1' }, 'forged'), { status: 400 })
  assert.deepEqual(recorded, [])
})
