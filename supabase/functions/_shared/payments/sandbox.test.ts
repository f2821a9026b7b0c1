import assert from 'node:assert/strict'
import { sandboxProvider } from './sandbox.ts'
import { hmac, isSignedBy } from './signature.ts'

const body = JSON.stringify({ type: 'session.paid', session: 'ss_1', amount_minor: 999_999 })

async function signed(text: string, secret = 'wh', seconds = Math.floor(Date.now() / 1000)) {
  return `t=${seconds},v1=${await hmac(secret, `${seconds}.${text}`)}`
}

Deno.test('a signature of a webhook is valid only for its body and secret, and for five minutes', async () => {
  const now = Math.floor(Date.now() / 1000)
  assert.equal(await isSignedBy('wh', body, await signed(body)), true)
  assert.equal(await isSignedBy('wh', `${body} `, await signed(body)), false)
  assert.equal(await isSignedBy('other', body, await signed(body)), false)
  assert.equal(await isSignedBy('wh', body, await signed(body, 'wh', now - 301)), false)
  assert.equal(await isSignedBy('wh', body, await signed(body, 'wh', now + 600)), false)
  const right = await signed(body)
  const wrong = ['', 't=1', 'v1=abc', `t=${now},v1=`, right.toUpperCase(), `${right},v1=00`]
  for (const time of ['', 'NaN', now - 1]) wrong.push(right.replace(/^t=\d+/, `t=${time}`))
  for (const header of wrong) assert.equal(await isSignedBy('wh', body, header), false, header)
})

Deno.test('the amount of a payment is fetched from the provider, whatever the event claims', async () => {
  const sessions: Record<string, object> = {
    ss_1: {
      id: 'ss_1',
      status: 'paid',
      order_id: 'o1',
      amount_minor: 2550,
      currency: 'USD',
      card_fingerprint: 'fp_1',
    },
    ss_2: { id: 'ss_2', status: 'open', order_id: 'o2', amount_minor: 100, currency: 'USD' },
  }
  const asked: unknown[] = []
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, async (request) => {
    if (request.headers.get('authorization') !== 'Bearer sk')
      return new Response(null, { status: 401 })
    if (request.method === 'POST') {
      asked.push(await request.json())
      return Response.json({ id: 'ss_3', url: 'http://pay/ss_3' })
    }
    const session = sessions[new URL(request.url).pathname.split('/').at(-1) ?? '']
    const error = { type: 'invalid_request_error', code: 'resource_missing' }
    return session ? Response.json(session) : Response.json({ error }, { status: 404 })
  })
  try {
    const apiUrl = `http://127.0.0.1:${server.addr.port}`
    const provider = sandboxProvider({ apiUrl, secretKey: 'sk', webhookSecret: 'wh' })
    const event = await provider.readEvent(body, await signed(body))
    assert.deepEqual(event, { kind: 'payment', id: 'ss_1' })
    assert.deepEqual(await provider.findPayment('ss_1'), {
      reference: 'ss_1',
      orderId: 'o1',
      amountMinor: 2550,
      currency: 'USD',
      cardFingerprint: 'fp_1',
    })
    assert.equal(await provider.findPayment('ss_2'), null)
    assert.equal(await provider.findPayment('ss_9'), null)
    for (const type of ['dispute.opened', 'dispute.won', 'dispute.lost']) {
      const body = JSON.stringify({ type, session: 'ss_1', dispute: 'dp_1', amount_minor: 1 })
      assert.deepEqual(await provider.readEvent(body, await signed(body)), {
        kind: 'dispute',
        id: 'dp_1',
      })
    }
    assert.equal(await provider.findDispute('dp_9'), null)
    await assert.rejects(provider.readEvent(body, 't=1,v1=00'), { token: 'bad_signature' })
    const other = JSON.stringify({ type: 'session.sneezed', session: 'ss_1' })
    assert.deepEqual(await provider.readEvent(other, await signed(other)), { kind: 'nothing' })
    const { url } = await provider.startCheckout({
      orderId: 'o1',
      attempt: 1,
      amountMinor: 2550,
      currency: 'USD',
      description: 'A pack',
      successUrl: 'http://site/ok',
      cancelUrl: 'http://site/no',
      expiresAt: null,
    })
    assert.equal(url, 'http://pay/ss_3')
    assert.partialDeepStrictEqual(asked, [{ amount_minor: 2550, idempotency_key: 'o1 1 2550' }])
    const stranger = sandboxProvider({ apiUrl, secretKey: 'no', webhookSecret: 'wh' })
    await assert.rejects(stranger.findPayment('ss_1'), /answered 401/)
  } finally {
    await server.shutdown()
  }
})
