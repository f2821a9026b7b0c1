import assert from 'node:assert/strict'
import { fromDatabase, Refusal } from './errors.ts'
import { withoutSecrets } from './log.ts'
import { endpoint, readJson, type Handler } from './serve.ts'

async function call(handler: Handler, init: RequestInit = { method: 'POST' }) {
  const lines: string[] = []
  const serve = endpoint('probe', handler, { write: (line) => lines.push(line) })
  const response = await serve(new Request('http://127.0.0.1/probe', init))
  const body = response.status === 204 ? null : await response.json()
  return { response, body, lines: lines.map((line) => JSON.parse(line)) }
}

Deno.test('an answer is JSON, open to the web client, and one line of log', async () => {
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

Deno.test('a preflight is answered before anything else', async () => {
  const { response, lines } = await call(() => Promise.reject(new Error('never')), {
    method: 'OPTIONS',
  })
  assert.equal(response.status, 204)
  assert.match(response.headers.get('access-control-allow-headers') ?? '', /authorization.*apikey/)
  assert.equal(lines.length, 0)
})

Deno.test('a refusal is its token and status', async () => {
  const { response, body, lines } = await call(() => Promise.reject(new Refusal(409, 'too_late')))
  assert.equal(response.status, 409)
  assert.deepEqual(body, { error: 'too_late' })
  assert.equal(lines[0].refused, 'too_late')
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

Deno.test('only POST is taken, and only an object as its body', async () => {
  const { response } = await call(read, { method: 'GET' })
  assert.equal(response.status, 405)
  assert.equal(response.headers.get('allow'), 'POST, OPTIONS')
  for (const body of ['', '[]', 'null', '"text"', '{']) {
    assert.deepEqual((await call(read, { method: 'POST', body })).body, { error: 'invalid_body' })
  }
  assert.deepEqual((await call(read, { method: 'POST', body: '{"a":1}' })).body, { a: 1 })
})

Deno.test('the database refuses by PT codes; other errors are faults', () => {
  const refusal = fromDatabase({ code: 'PT409', message: 'order_not_delivered' })
  assert.ok(refusal instanceof Refusal)
  assert.deepEqual([refusal.status, refusal.token], [409, 'order_not_delivered'])
  assert.ok(!(fromDatabase({ code: '23505', message: 'duplicate' }) instanceof Refusal))
})

Deno.test('keys and tokens are taken out of any text', () => {
  assert.equal(
    withoutSecrets('sb_secret_abcdefgh and whsec_12345678 end'),
    '[secret] and [secret] end',
  )
})
