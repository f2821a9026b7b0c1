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
  payment_intent: {
    id: 'pi_1',
    latest_charge: { id: 'ch_1', payment_method_details: { card: { fingerprint: 'fp_1' } } },
  },
}
const objects: Record<string, object> = {
  '/v1/checkout/sessions/cs_1': session,
  '/v1/checkout/sessions/cs_2': { ...session, id: 'cs_2', payment_status: 'unpaid' },
  '/v1/checkout/sessions/cs_3': { ...session, id: 'cs_3', payment_intent: 'pi_3' },
  '/v1/checkout/sessions': { object: 'list', data: [session], has_more: false },
  '/v1/refunds': {
    object: 'list',
    data: [
      {
        id: 're_1',
        status: 'succeeded',
        amount: 500,
        currency: 'usd',
        payment_intent: 'pi_1',
        metadata: { payout_id: 'p1' },
      },
      { id: 're_2', status: 'pending', amount: 700, currency: 'usd', payment_intent: 'pi_1' },
      { id: 're_3', status: 'failed', amount: 800, currency: 'usd', payment_intent: 'pi_1' },
    ],
    has_more: false,
  },
}
const [taken, given] = [{ amount: -2000 }, { amount: 2000 }]
const disputes: [id: string, status: string, moves: object[], standing: string | null][] = [
  ['dp_inquiry', 'warning_needs_response', [], null],
  ['dp_closed', 'warning_closed', [], null],
  ['dp_opened', 'needs_response', [taken], 'opened'],
  ['dp_review', 'under_review', [taken], 'opened'],
  ['dp_back', 'under_review', [taken, given], 'won'],
  ['dp_won', 'won', [taken, given], 'won'],
  ['dp_won_early', 'won', [taken], 'won'],
  ['dp_lost', 'lost', [taken], 'lost'],
  ['dp_reversed', 'lost', [taken, given], 'won'],
  ['dp_unknown', 'status_of_tomorrow', [], null],
  ['dp_unknown_taken', 'status_of_tomorrow', [taken], 'opened'],
  // Never won: only statuses that are known to give the money back for good are.
  ['dp_unknown_back', 'status_of_tomorrow', [taken, given], null],
  ['dp_prevented', 'prevented', [], null],
  ['dp_prevented_taken', 'prevented', [taken], 'opened'],
  ['dp_prevented_back', 'prevented', [taken, given], null],
  ['dp_appeal', 'appeal_needs_response', [taken], 'opened'],
  ['dp_appeal_review', 'appeal_under_review', [taken], 'opened'],
  ['dp_appeal_back', 'appeal_under_review', [taken, given], null],
  ['dp_warning_review', 'warning_under_review', [], null],
  ['dp_warning_taken', 'warning_needs_response', [taken], 'opened'],
]
for (const [id, status, moves] of disputes) {
  objects[`/v1/disputes/${id}`] = {
    id,
    object: 'dispute',
    amount: 2000,
    currency: 'usd',
    payment_intent: 'pi_1',
    status,
    balance_transactions: moves,
    evidence_details: { due_by: id === 'dp_lost' ? 0 : 1_900_000_000, submission_count: 0 },
    metadata: {},
  }
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
    await then(
      stripeProvider({
        secretKey: 'sk_test_1',
        webhookSecrets: [webhookSecret, 'whsec_next'],
        server: at,
      }),
      forms,
    )
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

/** Stripe refuses a key that comes again with other parameters. */
Deno.test('a return to the pay page asks for the same session, or with another key', () =>
  withStripe(async (provider, forms) => {
    const realNow = Date.now
    try {
      for (const hoursLeft of [24, 12, 1 / 3]) {
        forms.length = 0
        const begun = Date.parse('2030-01-01T00:00:03Z')
        const expiresAt = new Date(begun + hoursLeft * 3_600_000).toISOString()
        for (const seconds of [0, 2.5, 60, 599, 600, 3000, 7200]) {
          Date.now = () => begun + seconds * 1000
          await provider.startCheckout({ ...request, expiresAt })
        }
        const asked = new Map(forms.map((form) => [form.split(' ')[0], form]))
        assert.equal(asked.size, new Set(forms).size, `${hoursLeft} hours left`)
        assert.equal(forms[0], forms[1], `${hoursLeft} hours left: the session that is open`)
      }
    } finally {
      Date.now = realNow
    }
  }))

Deno.test('a checkout is one session per order and amount, in minor units', () =>
  withStripe(async (provider, forms) => {
    assert.deepEqual(await provider.startCheckout(request), { url: session.url })
    assert.match(forms[0] ?? '', /^checkout-o1-[0-9a-f]{64} /)
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
    // While the secret is replaced.
    assert.equal((await provider.readEvent(body, await signed(body, 'whsec_next'))).kind, 'payment')
    const wrong = await signed(body, 'whsec_other')
    await assert.rejects(provider.readEvent(body, wrong), { token: 'bad_signature', status: 400 })
    const other = event('customer.created', 'cus_1')
    assert.deepEqual(await provider.readEvent(other, await signed(other)), { kind: 'nothing' })
    for (const name of ['created', 'closed', 'funds_withdrawn', 'funds_reinstated']) {
      const dispute = event(`charge.dispute.${name}`, 'dp_1')
      assert.deepEqual(await provider.readEvent(dispute, await signed(dispute)), {
        kind: 'dispute',
        id: 'dp_1',
      })
    }
    const refund = event('charge.refunded', 'ch_1')
    assert.deepEqual(await provider.readEvent(refund, await signed(refund)), {
      kind: 'refund',
      id: 'ch_1',
    })
  }))

Deno.test('a payout and an account are named by events of both versions', () =>
  withStripe(async (provider) => {
    const object = { id: 'po_1', object: 'payout' }
    const event = { id: 'evt_1', object: 'event', type: 'payout.failed', data: { object } }
    const related_object = {
      id: 'acct_1',
      type: 'v2.core.account',
      url: '/v2/core/accounts/acct_1',
    }
    const thin = { id: 'evt_2', object: 'v2.core.event', created: '2026-11-01T00:00:00Z' }
    const bodies: [object, object][] = [
      [
        { ...event, account: 'acct_1' },
        { kind: 'payout', id: 'po_1', account: 'acct_1' },
      ],
      // The market's own money going to its own bank.
      [event, { kind: 'nothing' }],
      [
        { ...thin, type: 'v2.core.account[requirements].updated', related_object },
        { kind: 'account', id: 'acct_1' },
      ],
      [{ ...thin, type: 'v2.core.event_destination.ping', related_object }, { kind: 'nothing' }],
    ]
    for (const [given, about] of bodies) {
      const body = JSON.stringify(given)
      assert.deepEqual(await provider.readEvent(body, await signed(body)), about)
      const forged = await signed(body, 'whsec_other')
      await assert.rejects(provider.readEvent(body, forged), { token: 'bad_signature' })
    }
  }))

Deno.test("a connected account's own events mean nothing, except those of its payouts", () =>
  withStripe(async (provider) => {
    const types = [
      'checkout.session.completed',
      'charge.dispute.created',
      'charge.refunded',
      'refund.failed',
    ]
    for (const type of types) {
      const object = { id: 'x_1', charge: 'ch_1' }
      const event = { id: 'evt_1', object: 'event', type, data: { object } }
      const ours = JSON.stringify(event)
      assert.notEqual((await provider.readEvent(ours, await signed(ours))).kind, 'nothing', type)
      const theirs = JSON.stringify({ ...event, account: 'acct_1' })
      const read = await provider.readEvent(theirs, await signed(theirs))
      assert.deepEqual(read, { kind: 'nothing' }, type)
    }
  }))

Deno.test('a dispute has the state that Stripe reports, and an inquiry has taken nothing', () =>
  withStripe(async (provider) => {
    for (const [id, , , status] of disputes) {
      const dispute = {
        reference: 'cs_1',
        disputeReference: id,
        status,
        amountMinor: 2000,
        currency: 'USD',
        evidenceDueAt: id === 'dp_lost' ? null : '2030-03-17T17:46:40.000Z',
      }
      assert.deepEqual(await provider.findDispute(id), status && dispute, id)
    }
  }))

Deno.test('of the refunds of a charge those count that have left or failed', () =>
  withStripe(async (provider) => {
    const of = { reference: 'cs_1', currency: 'USD' }
    assert.deepEqual(await provider.findRefunds('ch_1'), [
      { ...of, refundReference: 're_1', hasFailed: false, payoutId: 'p1', amountMinor: 500 },
      { ...of, refundReference: 're_3', hasFailed: true, payoutId: null, amountMinor: 800 },
    ])
  }))

Deno.test('a refund that fails after it was sent is reported as a refund of its charge', () =>
  withStripe(async (provider) => {
    for (const type of ['charge.refund.updated', 'refund.updated', 'refund.failed']) {
      const object = { id: 're_3', object: 'refund', charge: 'ch_1', status: 'failed' }
      const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
      assert.deepEqual(await provider.readEvent(body, await signed(body)), {
        kind: 'refund',
        id: 'ch_1',
      })
    }
  }))

Deno.test('the amount is the one of the session, and the card the one of its charge', () =>
  withStripe(async (provider) => {
    const paid = {
      reference: 'cs_1',
      orderId: 'o1',
      amountMinor: 2550,
      currency: 'USD',
      cardFingerprint: 'fp_1',
    }
    assert.deepEqual(await provider.findPayment('cs_1'), paid)
    const transfer = { ...paid, reference: 'cs_3', cardFingerprint: null }
    assert.deepEqual(await provider.findPayment('cs_3'), transfer)
    assert.equal(await provider.findPayment('cs_2'), null)
  }))
