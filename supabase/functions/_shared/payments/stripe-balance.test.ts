import assert from 'node:assert/strict'
import type { Line } from './provider.ts'
import { stripeProvider } from './stripe.ts'

const line = (id: string, category: string, amount: number, more: object = {}) => ({
  id,
  object: 'balance_transaction',
  balance_type: 'payments',
  reporting_category: category,
  amount,
  fee: 0,
  currency: 'usd',
  created: 1_800_000_000,
  source: `x_${id}`,
  ...more,
})
const lines = [
  line('t1', 'charge', 5000, { fee: 175, source: { id: 'ch_1', metadata: { order_id: 'o1' } } }),
  line('t2', 'charge', 400, { source: { id: 'py_2', metadata: {} } }),
  line('t2b', 'charge', 1, { source: { id: 'ch_3', metadata: { order_id: 'o'.repeat(500) } } }),
  line('t3', 'refund', -500, { source: { id: 're_1', metadata: { payout_id: 'p' } } }),
  line('t4', 'transfer_reversal', 700, { source: { id: 'trr_1', transfer: 'tr_1' } }),
  line('t5', 'dispute', -900, { fee: 1500, source: { id: 'dp_1' } }),
  line('t6', 'fee', -30, { source: null }),
  line('t7', 'category_of_tomorrow', 1),
  line('t8', 'charge', 1, { balance_type: 'issuing' }),
  ...Array.from({ length: 120 }, (_, nr) => line(`u${nr}`, 'transfer', -1)),
]

async function withStripe(then: (of: ReturnType<typeof stripeProvider>) => Promise<void>) {
  await using server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, (request) => {
    const { pathname, searchParams: query } = new URL(request.url)
    if (pathname === '/v1/balance')
      return Response.json({
        available: [
          { amount: -100, currency: 'usd' },
          { amount: 7, currency: 'eur' },
        ],
        pending: [{ amount: 350, currency: 'usd' }],
        connect_reserved: [{ amount: 1000, currency: 'usd' }],
      })
    assert.equal(query.get('created[gte]'), '100')
    assert.equal(query.get('created[lt]'), '200')
    const start = lines.findIndex(({ id }) => id === query.get('starting_after')) + 1
    const data = lines.slice(start, start + Number(query.get('limit')))
    return Response.json({ object: 'list', data, has_more: start + data.length < lines.length })
  })
  const { port } = server.addr
  const address = { host: '127.0.0.1', port, protocol: 'http' as const }
  await then(stripeProvider({ secretKey: 'sk', webhookSecrets: [], server: address }))
}

Deno.test('a balance is the available and the pending money, without reserved money', () =>
  withStripe(async (stripe) => {
    assert.deepEqual(await stripe.findBalances(), { USD: 250, EUR: 7 })
  }))

Deno.test('every movement is reported once, with its subject, such as the order of a payment', () =>
  withStripe(async (stripe) => {
    const all: Line[] = []
    for await (const page of stripe.listLines(100, 200)) all.push(...page)
    assert.equal(all.length, 128)
    assert.deepEqual(all[0], {
      reference: 't1',
      kind: 'payment',
      subject: 'o1',
      amountMinor: 5000,
      feeMinor: 175,
      currency: 'USD',
      occurredAt: '2027-01-15T08:00:00.000Z',
    })
    assert.deepEqual(
      all.slice(1, 8).map(({ kind, subject }) => [kind, subject]),
      [
        ['payment', 'py_2'],
        ['payment', 'o'.repeat(200)],
        ['refund', 're_1'],
        ['payout_returned', 'tr_1'],
        ['dispute', 'dp_1'],
        ['fee', null],
        ['other', 'x_t7'],
      ],
    )
  }))
