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
  ['dp_back', 'under_review', [taken, given], 'opened'],
  ['dp_won', 'won', [taken, given], 'won'],
  ['dp_won_early', 'won', [taken], 'won'],
  ['dp_lost', 'lost', [taken], 'lost'],
  ['dp_reversed', 'lost', [taken, given], 'won'],
  ['dp_unknown', 'status_of_tomorrow', [], null],
  ['dp_unknown_taken', 'status_of_tomorrow', [taken], 'opened'],
  // An unknown or prevented status never counts as won, even when the money came back.
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
  await using server = Deno.serve(
    { port: 0, hostname: '127.0.0.1', onListen() {} },
    async (request) => {
      if (request.method === 'POST') {
        forms.push(
          `${request.headers.get('idempotency-key')} ${decodeURIComponent(await request.text())}`,
        )
        return Response.json(session)
      }
      const found = objects[new URL(request.url).pathname]
      return Response.json(found ?? { error: { message: 'none' } }, { status: found ? 200 : 404 })
    },
  )
  const at = { host: '127.0.0.1', port: server.addr.port, protocol: 'http' as const }
  await then(
    stripeProvider({
      secretKey: 'sk_test_1',
      webhookSecrets: [webhookSecret, 'whsec_next'],
      server: at,
    }),
    forms,
  )
}

async function read(provider: PaymentProvider, event: object, secret = webhookSecret) {
  const payload = JSON.stringify(event)
  const cryptoProvider = Stripe.createSubtleCryptoProvider()
  const { webhooks } = new Stripe('sk_test_1')
  return provider.readEvent(
    payload,
    await webhooks.generateTestHeaderStringAsync({ payload, secret, cryptoProvider }),
  )
}

const event = (type: string, object: object) => ({
  id: 'evt_1',
  object: 'event',
  type,
  data: { object },
})
const thin = (type: string) => ({
  id: 'evt_2',
  object: 'v2.core.event',
  created: '2026-11-01T00:00:00Z',
  type,
  related_object: { id: 'acct_1', type: 'v2.core.account', url: '/v2/core/accounts/acct_1' },
})

const request = {
  orderId: 'o1',
  attempt: 1,
  amountMinor: 2550,
  currency: 'USD',
  description: 'A pack',
  successUrl: 'http://site/ok',
  cancelUrl: 'http://site/no',
  expiresAt: null,
}

/** Stripe refuses an idempotency key that was used with other parameters. */
Deno.test('a buyer who returns within seconds gets the same session, and no idempotency key is sent with other parameters', () =>
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

Deno.test('a checkout has an idempotency key for each attempt and an amount in minor units, and refuses USDC', () =>
  withStripe(async (provider, forms) => {
    assert.deepEqual(await provider.startCheckout(request), { url: session.url })
    assert.match(forms[0] ?? '', /^checkout-o1-1-[0-9a-f]{64} /)
    assert.match(forms[0] ?? '', /client_reference_id=o1/)
    assert.match(forms[0] ?? '', /unit_amount\]=2550/)
    await provider.startCheckout({ ...request, attempt: 2 })
    assert.match(
      forms[1] ?? '',
      /^checkout-o1-2-/,
      'a session that was paid is not asked for again',
    )
    await assert.rejects(provider.startCheckout({ ...request, currency: 'USDC' }), {
      token: 'currency_not_supported',
    })
  }))

const aboutDisputes = ['created', 'closed', 'funds_withdrawn', 'funds_reinstated'].map((name) =>
  event(`charge.dispute.${name}`, { id: 'dp_1' }),
)
// Events of refunds name the charge, also when a refund fails after it was sent.
const aboutRefunds = [
  event('charge.refunded', { id: 'ch_1' }),
  ...['charge.refund.updated', 'refund.updated', 'refund.failed'].map((type) =>
    event(type, { id: 're_3', charge: 'ch_1', status: 'failed' }),
  ),
]
const ofMarket: [event: object, about: object][] = [
  [event('checkout.session.completed', session), { kind: 'payment', id: 'cs_1' }],
  ...aboutDisputes.map((each): [object, object] => [each, { kind: 'dispute', id: 'dp_1' }]),
  ...aboutRefunds.map((each): [object, object] => [each, { kind: 'refund', id: 'ch_1' }]),
]
const ofAccount = { ...event('payout.failed', { id: 'po_1' }), account: 'acct_1' }
const events: [event: object, about: object][] = [
  ...ofMarket,
  [ofAccount, { kind: 'payout', id: 'po_1', account: 'acct_1' }],
  // A payout of the platform itself to its own bank, not of a member.
  [event('payout.failed', { id: 'po_1' }), { kind: 'nothing' }],
  [event('customer.created', { id: 'cus_1' }), { kind: 'nothing' }],
  [thin('v2.core.account[requirements].updated'), { kind: 'account', id: 'acct_1' }],
  [thin('v2.core.event_destination.ping'), { kind: 'nothing' }],
]

Deno.test('a webhook that is signed with the present or the next secret is read, and any other webhook is refused', () =>
  withStripe(async (provider) => {
    for (const [given, about] of events) {
      assert.deepEqual(await read(provider, given), about)
      // While the secret is replaced, both the old and the new one are valid.
      assert.deepEqual(await read(provider, given, 'whsec_next'), about)
      const refused = { token: 'bad_signature', status: 400 }
      await assert.rejects(read(provider, given, 'whsec_other'), refused)
    }
  }))

Deno.test('an event about a payment, dispute or refund is ignored if it comes from a connected account', () =>
  withStripe(async (provider) => {
    for (const [given] of ofMarket)
      assert.deepEqual(await read(provider, { ...given, account: 'acct_1' }), { kind: 'nothing' })
  }))

Deno.test('a dispute counts as opened, won or lost by its status and its movements of money, and an inquiry is no dispute', () =>
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

Deno.test('only refunds of a charge that were sent or have failed are reported', () =>
  withStripe(async (provider) => {
    const of = { reference: 'cs_1', currency: 'USD' }
    assert.deepEqual(await provider.findRefunds('ch_1'), [
      { ...of, refundReference: 're_1', hasFailed: false, payoutId: 'p1', amountMinor: 500 },
      { ...of, refundReference: 're_3', hasFailed: true, payoutId: null, amountMinor: 800 },
    ])
  }))

Deno.test('a payment has the amount of its session and the card of its charge', () =>
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
