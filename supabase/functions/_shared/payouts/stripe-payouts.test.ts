import assert from 'node:assert/strict'
import type { Order, PayoutProvider } from './provider.ts'
import { stripePayouts } from './stripe.ts'

type Asked = { path: string; key: string | null; method: string | null }
type Answer = { status?: number; json: object }

/** Answers as Stripe's API does, by "METHOD path"; notes every POST request. */
async function withStripe(
  answers: Record<string, Answer>,
  then: (provider: PayoutProvider, asked: Asked[]) => Promise<void>,
) {
  const asked: Asked[] = []
  await using server = Deno.serve(
    { port: 0, hostname: '127.0.0.1', onListen() {} },
    async (request) => {
      const path = new URL(request.url).pathname
      const method = new URLSearchParams(await request.text()).get('method')
      if (request.method === 'POST')
        asked.push({ path, key: request.headers.get('idempotency-key'), method })
      const { status = 200, json } =
        answers[`${request.method} ${path}`] ?? refusal('resource_missing', 404)
      return Response.json(json, { status })
    },
  )
  const at = { host: '127.0.0.1', port: server.addr.port, protocol: 'http' as const }
  await then(stripePayouts({ name: 'stripe', secretKey: 'sk_test_1', server: at }), asked)
}

const refusal = (code: string | undefined, status = 400): Answer => ({
  status,
  json: { error: { type: 'invalid_request_error', code, message: 'no' } },
})
const list = (...data: object[]): Answer => ({ json: { object: 'list', data, has_more: false } })

const marks = { payout_id: 'p1', attempt: '1' }
const transfer = { id: 'tr_1', object: 'transfer', amount: 500, currency: 'usd', reversed: false }
const payout = {
  id: 'po_1',
  object: 'payout',
  status: 'in_transit',
  arrival_date: 1_900_000_000,
  metadata: { ...marks, transfer: 'tr_1' },
}
const session = { id: 'cs_1', object: 'checkout.session', payment_intent: 'pi_1' }
const refund = { id: 're_1', object: 'refund', status: 'succeeded', metadata: marks }

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const first: Order = {
  payoutId: 'p1',
  attempt: 1,
  key: 'k1',
  amountMinor: 500,
  currency: 'USD',
  account: 'acct_1',
  paymentRef: 'cs_1',
  transferRef: null,
  begunAt: hoursAgo(0),
  isInstant: false,
  isRepeat: false,
  maySend: true,
}
const repeat = { ...first, isRepeat: true, begunAt: hoursAgo(1) }
const transferred = { ...repeat, transferRef: 'tr_1' }

const nowhere = {
  'GET /v1/transfers': list(),
  'GET /v1/transfers/tr_1': { json: transfer },
  'GET /v1/payouts': list(),
  'GET /v1/refunds': list(),
  'GET /v1/checkout/sessions/cs_1': { json: session },
  'POST /v1/transfers': { json: transfer },
  'POST /v1/transfers/tr_1/reversals': { json: { id: 'trr_1' } },
  'POST /v1/payouts': { json: payout },
  'POST /v1/refunds': { json: refund },
}
const note = () => Promise.resolve()
const kept = { name: 'Kept', message: 'It is kept: not sent, only looked for.' }

Deno.test('a stopped payout or refund is not sent at any step, and its attempt stays open', () =>
  withStripe(nowhere, async (provider, asked) => {
    for (const order of [first, repeat, transferred]) {
      await assert.rejects(provider.sendPayout({ ...order, maySend: false }, note), kept)
      await assert.rejects(provider.sendRefund({ ...order, maySend: false }), kept)
    }
    assert.deepEqual(asked, [])
  }))

Deno.test('a stopped payout or refund that Stripe already has is reported with its reference', () =>
  withStripe(
    { ...nowhere, 'GET /v1/payouts': list(payout), 'GET /v1/refunds': list(refund) },
    async (provider, asked) => {
      const sent = await provider.sendPayout({ ...transferred, maySend: false }, note)
      assert.equal(sent.reference, 'po_1')
      assert.equal((await provider.sendRefund({ ...repeat, maySend: false })).reference, 're_1')
      assert.deepEqual(asked, [])
    },
  ))

Deno.test('a payout that Stripe does not have after a day is not sent, and its transfer is reversed', () =>
  withStripe(nowhere, async (provider, asked) => {
    for (const maySend of [true, false]) {
      asked.length = 0
      const late = { ...transferred, begunAt: hoursAgo(24), maySend }
      const nothing = { name: 'NothingLeft', message: 'not_found_after_a_day', reason: null }
      await assert.rejects(provider.sendPayout(late, note), nothing)
      assert.deepEqual(
        asked.map(({ path }) => path),
        ['/v1/transfers/tr_1/reversals'],
      )
    }
    asked.length = 0
    assert.equal((await provider.sendPayout(transferred, note)).reference, 'po_1')
    assert.deepEqual(asked, [{ path: '/v1/payouts', key: 'k1-payout', method: null }])
  }))

Deno.test('the transfer of an instant payout that the bank refuses is reversed, so that an ordinary payout can follow', () =>
  withStripe(
    { ...nowhere, 'POST /v1/payouts': refusal('instant_payouts_unsupported') },
    async (provider, asked) => {
      const nothing = {
        name: 'NothingLeft',
        message: 'instant_instant_payouts_unsupported',
        reason: null,
      }
      await assert.rejects(provider.sendPayout({ ...first, isInstant: true }, note), nothing)
      assert.deepEqual(
        asked.map(({ path, method }) => [path, method]),
        [
          ['/v1/transfers', null],
          ['/v1/payouts', 'instant'],
          ['/v1/transfers/tr_1/reversals', null],
        ],
      )
      const usual = { name: 'NothingLeft', message: 'instant_payouts_unsupported' }
      await assert.rejects(provider.sendPayout(first, note), usual)
      assert.equal(asked.at(-2)?.method, null)
    },
  ))

Deno.test('a refused reversal is requested again with a new idempotency key a minute later', () =>
  withStripe(
    { ...nowhere, 'POST /v1/transfers/tr_1/reversals': refusal('balance_insufficient') },
    async (provider, asked) => {
      const realNow = Date.now
      const begun = Date.parse('2030-01-01T00:00:00Z')
      try {
        for (const seconds of [0, 59, 60]) {
          Date.now = () => begun + seconds * 1000
          await assert.rejects(provider.takeBack(returned), { code: 'balance_insufficient' })
        }
      } finally {
        Date.now = realNow
      }
      const keys = asked.map(({ key }) => key)
      const minute = begun / 60_000
      const [now, next] = [`reversal-tr_1-${minute}`, `reversal-tr_1-${minute + 1}`]
      assert.deepEqual(keys, [now, now, next])
    },
  ))

const returned = {
  payoutId: 'p1',
  attempt: 1,
  state: 'returned' as const,
  reference: 'po_1',
  trace: null,
  expectedOn: null,
  reason: null,
  transferRef: 'tr_1',
}

Deno.test('a repeated refund stays open if its payment is not found, because the refund may have been sent', async () => {
  const at = 'GET /v1/checkout/sessions/cs_1'
  const unpaid = { json: { ...session, payment_intent: null } }
  for (const answer of [unpaid, refusal('resource_missing', 404), refusal(undefined, 403)]) {
    await withStripe({ ...nowhere, [at]: answer }, async (provider, asked) => {
      const isOpen = (error: Error) => error.name !== 'NothingLeft'
      await assert.rejects(provider.sendRefund(repeat), isOpen)
      await assert.rejects(provider.sendRefund(first), { name: 'NothingLeft' })
      assert.deepEqual(asked, [])
    })
  }
})

Deno.test('another attempt may follow a refusal that the market caused, and none follows a refusal by the card or the bank', async () => {
  const refusals: [answer: Answer, ofRefund: string | null, ofPayout: string | null][] = [
    [refusal('resource_missing', 404), 'ask_staff', 'ask_staff'],
    [refusal('charge_disputed'), null, null],
    [refusal('refund_disputed_payment'), null, null],
    [refusal('charge_already_refunded'), 'ask_staff', 'ask_staff'],
    [refusal('balance_insufficient'), null, null],
    [refusal(undefined, 403), null, null],
    [refusal('platform_api_key_expired', 403), null, null],
    [refusal('account_invalid', 403), 'account_not_ready', 'account_not_ready'],
    [refusal('account_closed'), 'account_closed', 'account_closed'],
    [refusal('charge_expired_for_refund'), 'card_refused', 'card_refused'],
    [refusal('unheard_of'), 'card_refused', 'bank_refused'],
  ]
  for (const [answer, ofRefund, ofPayout] of refusals) {
    const refused = { 'POST /v1/refunds': answer, 'POST /v1/transfers': answer }
    await withStripe({ ...nowhere, ...refused }, async (provider) => {
      const name = 'NothingLeft'
      await assert.rejects(provider.sendRefund(first), { name, reason: ofRefund })
      await assert.rejects(provider.sendPayout(first, note), { name, reason: ofPayout })
    })
  }
})
