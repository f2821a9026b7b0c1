import assert from 'node:assert/strict'
import { createPublicClient, http } from 'viem'
import { serviceClient } from './clients.ts'
import { dataOf, fromDatabase, Refusal } from './errors.ts'
import { withoutSecrets } from './log.ts'
import { endpoint, readJson, type Handler } from './serve.ts'

async function call(handler: Handler, init: RequestInit = { method: 'POST' }) {
  const lines: string[] = []
  const serve = endpoint('probe', handler, { write: (line) => lines.push(line) })
  const response = await serve(new Request('http://127.0.0.1/probe', init))
  const body = response.status === 204 ? null : await response.json()
  return { response, body, lines: lines.map((line) => JSON.parse(line)) }
}

Deno.test('a response is JSON with a CORS header for the web client, and one line is logged', async () => {
  Deno.env.set('RELEASE', 'v1.2.3')
  const { response, body, lines } = await call((_, notes) => {
    notes.order_id = 'o1'
    return Promise.resolve({ ok: true })
  })
  Deno.env.delete('RELEASE')
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  assert.deepEqual(body, { ok: true })
  assert.equal(lines.length, 1)
  assert.partialDeepStrictEqual(lines[0], {
    level: 'info',
    function: 'probe',
    release: 'v1.2.3',
    status: 200,
    order_id: 'o1',
  })
})

Deno.test('the log has the status of a response that the handler created itself', async () => {
  const { response, lines } = await call(() =>
    Promise.resolve(Response.json({ is_fine: false }, { status: 503 })),
  )
  assert.equal(response.status, 503)
  assert.partialDeepStrictEqual(lines[0], { level: 'error', status: 503 })
})

Deno.test('the id of a request is logged and passed on to the database', async () => {
  const id = '0af7651916cd43dd8448eb211c80319c'
  const asked: (string | null)[] = []
  const database = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, (request) => {
    asked.push(request.headers.get('traceparent'))
    return Response.json([])
  })
  Deno.env.set('SUPABASE_URL', `http://127.0.0.1:${database.addr.port}`)
  Deno.env.set('SUPABASE_SERVICE_ROLE_KEY', 'sb_secret_one')
  const ask: Handler = async () => dataOf(await serviceClient().rpc('market_health'))
  const send = (traceparent: string) => call(ask, { method: 'POST', headers: { traceparent } })
  const [own, other] = await Promise.all([send(`00-${id}-b7ad6b7169203331-01`), send('no id')])
  Deno.env.delete('SUPABASE_SERVICE_ROLE_KEY')
  Deno.env.delete('SUPABASE_URL')
  await database.shutdown()

  assert.equal(own.lines[0].request_id, id)
  assert.match(other.lines[0].request_id, /^[0-9a-f]{32}$/)
  const ids = asked.map((header) => header?.split('-')[1])
  assert.deepEqual(ids.toSorted(), [id, other.lines[0].request_id].toSorted())
})

Deno.test('a CORS preflight is answered without a call of the handler and is not logged', async () => {
  const { response, lines } = await call(() => Promise.reject(new Error('never')), {
    method: 'OPTIONS',
  })
  assert.equal(response.status, 204)
  assert.match(
    response.headers.get('access-control-allow-headers') ?? '',
    /authorization.*apikey.*traceparent/,
  )
  assert.equal(lines.length, 0)
})

Deno.test('a refusal is answered with its token and status', async () => {
  const { response, body, lines } = await call(() => Promise.reject(new Refusal(409, 'too_late')))
  assert.equal(response.status, 409)
  assert.deepEqual(body, { error: 'too_late' })
  assert.equal(lines[0].refused, 'too_late')

  const details = { next: [] }
  const named = await call(() => Promise.reject(new Refusal(409, 'too_late', { details })))
  assert.deepEqual(named.body, { next: [], error: 'too_late' }, 'with what stands beside it')
})

Deno.test('an internal error reveals nothing to the caller, and the log has no secrets', async () => {
  const { response, body, lines } = await call(() =>
    Promise.reject(new Error('key sk_live_abcdef123456 of Bearer eyJa.bcd.efg was refused')),
  )
  assert.equal(response.status, 500)
  assert.deepEqual(body, { error: 'internal_error' })
  assert.equal(lines[0].level, 'error')
  assert.equal(lines[0].fault, 'key [secret] of [secret] was refused')
})

const read: Handler = (request) => readJson(request)

Deno.test('only POST is accepted, and only an object as its body', async () => {
  const { response } = await call(read, { method: 'GET' })
  assert.equal(response.status, 405)
  assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
  for (const body of ['', '[]', 'null', '"text"', '{']) {
    assert.deepEqual((await call(read, { method: 'POST', body })).body, { error: 'invalid_body' })
  }
  assert.deepEqual((await call(read, { method: 'POST', body: '{"a":1}' })).body, { a: 1 })
})

Deno.test('HEAD is answered like GET without a body, and refused by a function that accepts only POST', async () => {
  const ask = (method: 'GET' | 'POST', handler: Handler) => {
    const serve = endpoint('probe', handler, { method, write: () => {} })
    return serve(new Request('http://127.0.0.1/probe', { method: 'HEAD' }))
  }
  const headers = { 'cache-control': 'no-store' }
  const alarm: Handler = () =>
    Promise.resolve(Response.json({ is_fine: false }, { status: 503, headers }))
  const response = await ask('GET', alarm)
  assert.deepEqual([response.status, await response.text()], [503, ''])
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal((await ask('POST', alarm)).status, 405)
})

Deno.test('a database error with a PT code is a refusal, and another database error is a fault', () => {
  const refusal = fromDatabase({ code: 'PT409', message: 'order_not_delivered' })
  assert.ok(refusal instanceof Refusal)
  assert.deepEqual([refusal.status, refusal.token], [409, 'order_not_delivered'])
  assert.ok(!(fromDatabase({ code: '23505', message: 'duplicate' }) instanceof Refusal))
})

Deno.test('errors while the database moves to another server say that the market is unavailable, and are no faults', () => {
  for (const code of ['PGRST001', '08006', '57P01', '25006', '40P01']) {
    const error = fromDatabase({ code, message: 'terminating connection' })
    assert.ok(error instanceof Refusal)
    assert.deepEqual([error.status, error.token], [503, 'market_not_available'])
  }
})

Deno.test('an unreachable Data API is reported as an unavailable market, and a refused key as a fault', () => {
  const token = (status: number, code?: string) => {
    const error = fromDatabase({ message: 'x', ...(code !== undefined && { code }) }, status)
    return error instanceof Refusal ? error.token : error.message
  }
  assert.equal(token(0, ''), 'market_not_available')
  assert.equal(token(502), 'market_not_available')
  assert.equal(token(401), 'The database answered nothing: x')
  assert.equal(token(500, '42501'), 'The database answered 42501: x')
})

Deno.test('keys and tokens are removed from any text', () => {
  assert.equal(
    withoutSecrets('sb_secret_abcdefgh and whsec_12345678 end'),
    '[secret] and [secret] end',
  )
})

Deno.test('a node that does not answer is logged without its address, which holds its key', async () => {
  const node = createPublicClient({
    transport: http('http://127.0.0.1:9/v2/key-of-the-node', { retryCount: 0 }),
  })
  const { response, lines } = await call(async () => ({ block: await node.getBlockNumber() }))
  assert.equal(response.status, 500)
  assert.equal(lines[0].fault, 'HTTP request failed.')
  assert.doesNotMatch(JSON.stringify(lines), /key-of-the-node/)
})
