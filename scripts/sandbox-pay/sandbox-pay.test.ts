import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { amountInput, formatAmount, parseAmount } from './amount.ts'
import { checkCard, fingerprintOf, newTestCard, outcomeOf } from './cards.ts'
import { startSandboxPay, type SandboxPay } from './sandbox-pay.ts'

type Received = {
  signature: string
  body: string
  event: { id: string; type: string; session: string; dispute?: string }
}

let stateDir: string
let merchant: Server
let webhookUrl: string
let received: Received[]
let answers: number[]
let pay: SandboxPay

const options = () => ({
  port: 0,
  stateDir,
  webhookUrl,
  secretKey: 'sk_test',
  webhookSecret: 'wh_test',
  settleAfterMs: 60_000,
  firstRetryMs: 20,
})

beforeEach(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'kolpact-pay-'))
  received = []
  answers = []
  merchant = createServer(async (request, response) => {
    const body = (await Array.fromAsync(request)).join('')
    const status = answers.shift() ?? 200
    received.push({
      signature: String(request.headers['sandbox-signature']),
      body,
      event: JSON.parse(body),
    })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => {
    merchant.listen(0, '127.0.0.1', resolve)
  })
  const address = merchant.address()
  webhookUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/hook`
  pay = await startSandboxPay(options())
})

afterEach(async () => {
  await pay.stop()
  merchant.close()
  rmSync(stateDir, { recursive: true, force: true })
})

const request = {
  order_id: 'order-1',
  amount_minor: 2550,
  currency: 'USD',
  description: 'A pack <b>of</b> one',
  success_url: 'http://127.0.0.1:3000/back?ok=1',
  cancel_url: 'http://127.0.0.1:3000/back?ok=0',
  idempotency_key: 'order-1',
}

async function api(path: string, body?: object, key = 'sk_test') {
  const response = await fetch(`${pay.url}/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: await response.json() }
}

function typeCard(id: string, number: string, more: Record<string, string> = {}) {
  const card = { number, expiry: '12/40', cvc: '123', name: 'A Buyer', ...more }
  return fetch(`${pay.url}/pay/${id}`, {
    method: 'POST',
    body: new URLSearchParams(card),
    redirect: 'manual',
  })
}

const until = (what: () => boolean | Promise<boolean>) =>
  expect.poll(what, { timeout: 3000 }).toBe(true)
const types = () => received.map(({ event }) => event.type)

test('a payment session is created only with the secret key and valid fields', async () => {
  expect(await api('/sessions', request, 'wrong')).toMatchObject({ status: 401 })
  expect(await api('/sessions', { ...request, amount_minor: 1.5 })).toMatchObject({ status: 422 })
  expect(await api('/sessions', { ...request, amount_minor: 0 })).toMatchObject({ status: 422 })
  expect(await api('/sessions', { ...request, success_url: 'javascript:alert(1)' })).toMatchObject({
    status: 422,
  })
  expect(await api('/sessions/ss_none')).toMatchObject({ status: 404 })
})

test('the same idempotency key returns the same session', async () => {
  const first = await api('/sessions', request)
  const second = await api('/sessions', request)
  expect(second.json.id).toBe(first.json.id)
  expect((await api('/sessions', { ...request, idempotency_key: 'other' })).json.id).not.toBe(
    first.json.id,
  )
})

test('the pay page shows amount and text, escaped', async () => {
  const { json } = await api('/sessions', request)
  const page = await (await fetch(json.url)).text()
  expect(page).toContain('$25.50')
  expect(page).toContain('A pack &lt;b&gt;of&lt;/b&gt; one')
  expect(page).not.toMatch(/(src|href)="https?:\/\/(?!127\.0\.0\.1)/)
})

test('a payment with a valid card is made once, redirects the buyer, and sends the merchant a signed event', async () => {
  const { json } = await api('/sessions', request)
  const answer = await typeCard(json.id, '4242424242424242')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, request.success_url])
  await typeCard(json.id, '4242424242424242')
  await until(() => received.length === 1)
  expect((await api(`/sessions/${json.id}`)).json).toMatchObject({
    status: 'paid',
    amount_minor: 2550,
    card_fingerprint: fingerprintOf('4242424242424242'),
  })
  const { signature, body } = received[0] ?? { signature: '', body: '' }
  const [, seconds = '', mac] = /^t=(\d+),v1=(.+)$/.exec(signature) ?? []
  expect(mac).toBe(createHmac('sha256', 'wh_test').update(`${seconds}.${body}`).digest('hex'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(types()).toEqual(['session.paid'])
})

test('a declined card is not charged, and another card can be tried', async () => {
  const { json } = await api('/sessions', request)
  const answer = await typeCard(json.id, '4000 0000 0000 0002')
  expect(answer.status).toBe(402)
  expect(await answer.text()).toContain('was declined')
  expect((await api(`/sessions/${json.id}`)).json.status).toBe('open')
  expect((await typeCard(json.id, '4242 4242 4242 4242')).status).toBe(303)
})

test('a card with invalid data is refused with a reason for each invalid field', async () => {
  const { json } = await api('/sessions', request)
  const answer = await typeCard(json.id, '4242 4242 4242 4241', {
    expiry: '13/40',
    cvc: '1',
    name: ' ',
  })
  expect(answer.status).toBe(422)
  const page = await answer.text()
  for (const name of ['number', 'expiry', 'cvc', 'name'])
    expect(page).toContain(`aria-describedby="${name}-problem"`)
  expect(received).toEqual([])
})

test('a payment with the pending card waits, then succeeds by itself or by the button', async () => {
  const { json } = await api('/sessions', request)
  expect((await typeCard(json.id, '4000 0000 0000 3220')).headers.get('location')).toBe(
    `/pay/${json.id}`,
  )
  expect((await api(`/sessions/${json.id}`)).json.status).toBe('processing')
  await fetch(`${pay.url}/pay/${json.id}/settle`, { method: 'POST', redirect: 'manual' })
  await until(() => types().includes('session.paid'))
  await pay.stop()
  pay = await startSandboxPay({ ...options(), settleAfterMs: 50 })
  const other = await api('/sessions', { ...request, idempotency_key: 'other' })
  await typeCard(other.json.id, '4000 0000 0000 3220')
  await until(async () => (await api(`/sessions/${other.json.id}`)).json.status === 'paid')
})

test('an expired session accepts no card', async () => {
  const { json } = await api('/sessions', { ...request, expires_at: '2020-01-01T00:00:00+00:00' })
  const answer = await typeCard(json.id, '4242 4242 4242 4242')
  expect(await answer.text()).toContain('This payment has expired')
  expect((await api(`/sessions/${json.id}`)).json.status).toBe('expired')
  expect(received).toEqual([])
})

test('a webhook is sent again until it returns 2xx', async () => {
  answers = [500, 404]
  const { json } = await api('/sessions', request)
  await typeCard(json.id, '4242 4242 4242 4242')
  await until(() => received.length === 3)
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(received).toHaveLength(3)
})

test('after a restart sessions are kept, and webhooks that were not delivered are sent again', async () => {
  answers = Array.from({ length: 50 }, () => 503)
  const { json } = await api('/sessions', request)
  await typeCard(json.id, '4242 4242 4242 4242')
  await until(() => received.length > 0)
  await pay.stop()
  const before = received.length
  answers = []
  pay = await startSandboxPay(options())
  await until(() => received.length > before)
  expect(received.at(-1)?.event.id).toBe(received[0]?.event.id)
  expect((await api(`/sessions/${json.id}`)).json.status).toBe('paid')
})

test('a delivered event can be sent again', async () => {
  const { json } = await api('/sessions', request)
  await typeCard(json.id, '4242 4242 4242 4242')
  await until(() => received.length === 1)
  const path = `${pay.url}/pay/${json.id}/events/${received[0]?.event.id}/resend`
  expect((await fetch(path, { method: 'POST', redirect: 'manual' })).status).toBe(303)
  expect(types()).toEqual(['session.paid', 'session.paid'])
})

test('parts of a paid session can be disputed, and each dispute is won or lost on its own', async () => {
  const { json } = await api('/sessions', request)
  const disputes = `/sessions/${json.id}/disputes`
  expect(await api(disputes, {})).toMatchObject({ status: 409 })
  await typeCard(json.id, '4242 4242 4242 4242')
  for (const amount_minor of [0, 1.5, 2551, '1']) {
    expect(await api(disputes, { amount_minor })).toMatchObject({ status: 422 })
  }
  const first = await api(disputes, { amount_minor: 2000 })
  expect(first.json).toMatchObject({ status: 'opened', session: json.id, currency: 'USD' })
  const rest = await api(disputes, {})
  expect(rest.json.amount_minor).toBe(550)
  expect(await api(disputes, {})).toMatchObject({ status: 422 })
  const close = (id: string, status: string) => api(`/disputes/${id}/close`, { status })
  expect(await close(rest.json.id, 'appealed')).toMatchObject({ status: 409 })
  expect((await close(rest.json.id, 'lost')).json.status).toBe('lost')
  expect((await close(first.json.id, 'won')).json.status).toBe('won')
  expect(await close(first.json.id, 'lost')).toMatchObject({ status: 409 })
  expect((await api(`/disputes/${first.json.id}`)).json.status).toBe('won')
  expect(await api('/disputes/dp_none')).toMatchObject({ status: 404 })
  expect(await api(disputes, {})).toMatchObject({ json: { amount_minor: 2000 } })
  await until(() => received.length === 6)
  expect(types().toSorted()).toEqual([
    'dispute.lost',
    'dispute.opened',
    'dispute.opened',
    'dispute.opened',
    'dispute.won',
    'session.paid',
  ])
  const won = received.find(({ event }) => event.type === 'dispute.won')
  expect(won?.event).toMatchObject({ session: json.id, dispute: first.json.id })
})

test('the forms on the dashboard of the sandbox provider open and close disputes', async () => {
  const { json } = await api('/sessions', request)
  await typeCard(json.id, '4242 4242 4242 4242')
  const post = (path: string, body: Record<string, string>) =>
    fetch(`${pay.url}/pay/${json.id}${path}`, {
      method: 'POST',
      body: new URLSearchParams(body),
      redirect: 'manual',
    })
  expect((await post('/disputes', { amount: '10.00' })).status).toBe(303)
  const page = await (await fetch(pay.url)).text()
  expect(page).toContain('Dispute over $10.00')
  expect(page).toContain('value="15.50"')
  const [, id = ''] = /disputes\/(dp_\w+)\/close/.exec(page) ?? []
  expect((await post(`/disputes/${id}/close`, { status: 'won' })).status).toBe(303)
  expect((await api(`/disputes/${id}`)).json.status).toBe('won')
  expect((await post('/disputes/dp_none/close', { status: 'won' })).status).toBe(404)
})

test('cards are checked, and amounts are parsed and formatted', () => {
  const now = new Date('2026-01-31T12:00:00Z')
  const card = { number: '4242424242424242', expiry: '01/26', cvc: '123', name: 'A' }
  expect(checkCard(card, now)).toEqual({})
  expect(checkCard({ ...card, expiry: '12/25' }, now)).toEqual({ expiry: 'This card has expired.' })
  expect(outcomeOf('5555 5555 5555 4444')).toBe('declines')
  const another = newTestCard()
  expect(checkCard({ ...card, number: another }, now)).toEqual({})
  expect(outcomeOf(another)).toBe('succeeds')
  expect(fingerprintOf('4242 4242 4242 4242')).toBe(fingerprintOf(card.number))
  expect(fingerprintOf(another)).not.toBe(fingerprintOf(card.number))
  expect(formatAmount(5, 'USD')).toBe('$0.05')
  expect(amountInput(5, 'USD')).toBe('0.05')
  expect(parseAmount('25.5', 'USD')).toBe(2550)
  expect(parseAmount('1', 'USDC')).toBe(1_000_000)
  for (const text of ['', '1.005', '-1', 'all']) expect(parseAmount(text, 'USD')).toBeNull()
  expect(formatAmount(123_456_789, 'USD')).toBe('$1,234,567.89')
  expect(formatAmount(1_500_000, 'USDC')).toBe('1.50 USDC')
  expect(formatAmount(1_234_567, 'USDC')).toBe('1.234567 USDC')
})
