// Attacks on a provider's webhook without the provider's secret: none has any effect.
import { createHmac, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { run } from '../access/database.ts'
import {
  bearer,
  callFunction,
  must,
  newMember,
  newPack,
  placeOrder,
  stack,
  type Member,
} from '../api/harness.ts'

let brand: Member
let creator: Member
let secret: string
beforeAll(async () => {
  ;[brand, creator] = await Promise.all([newMember('brand'), newMember('kol')])
  const file = join(process.env['STACK_DIR'] ?? '.stack', 'sandbox-pay-secrets.json')
  secret = JSON.parse(readFileSync(file, 'utf8')).webhookSecret
})

const now = () => Math.floor(Date.now() / 1000)
const signed = (body: string, seconds = now(), key = secret) =>
  `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`
const send = (body: string, signature?: string, more: Record<string, string> = {}) =>
  callFunction('payment-webhook', body, {
    ...(signature !== undefined && { 'sandbox-signature': signature }),
    ...more,
  })

/** An order whose payment page is open, and the id of the session. */
async function checkout() {
  const order = await placeOrder(brand, (await newPack(creator)).id)
  const { json } = await callFunction('checkout', { order_id: order.id }, bearer(brand))
  const { url } = json as { url: string }
  return { order, url, session: new URL(url).pathname.split('/').at(-1) ?? '' }
}
const paid = (session: string) => JSON.stringify({ type: 'session.paid', session })
const statusOf = async (id: string) =>
  must(await brand.client.from('pack_orders').select('status').eq('id', id).single()).status
const countPayments = async () => (await run('select count(*)::int as n from public.payments'))[0]

test('webhooks without a present signature of the provider pay no order', async () => {
  const { order, session } = await checkout()
  const body = paid(session)
  const before = await countPayments()
  const attempts: Record<string, [string, string?, Record<string, string>?]> = {
    'no signature': [body],
    'another secret': [body, signed(body, now(), 'guess')],
    'an old one': [body, signed(body, now() - 900)],
    'under the header of another provider': [body, undefined, { 'stripe-signature': signed(body) }],
    'a session of a member': [body, undefined, bearer(brand)],
  }
  for (const [kind, [text, signature, headers]] of Object.entries(attempts)) {
    const { status } = await send(text, signature, headers)
    expect(status, kind).toBeGreaterThanOrEqual(400)
    expect(status, kind).toBeLessThan(500)
  }
  expect(await statusOf(order.id)).toBe('pending_payment')
  expect(await countPayments()).toEqual(before)
})

test('a signed webhook with a false claim pays no order, because the provider is asked', async () => {
  const { order, session } = await checkout()
  const before = await countPayments()
  const lies = [
    // The session is not paid, whatever the message claims.
    { type: 'session.paid', session, status: 'paid', amount_minor: 1, order_id: order.id },
    { type: 'session.paid', session: '../sessions/x' },
    { type: 'session.paid', session: { id: session } },
    { type: 'session.paid' },
    { type: 'dispute.won', dispute: randomUUID() },
    { type: 'dispute.opened', dispute: '../../v1/sessions' },
    { type: '__proto__', session },
  ]
  for (const lie of lies) {
    const body = JSON.stringify(lie)
    expect((await send(body, signed(body))).status, body).toBeLessThan(500)
  }
  expect(await statusOf(order.id)).toBe('pending_payment')
  expect(await countPayments()).toEqual(before)
})

test('edge functions refuse other methods, and answer wrong and large bodies without an internal error', async () => {
  const folder = join(import.meta.dirname, '..', '..', 'functions')
  const names = readdirSync(folder).filter((name) => /^[a-z]/.test(name))
  const bodies = ['', 'null', '[]', '"x"', '{', '{"order_id":"\u0000"}', '{"order_id":{"a":1}}']
  const ids = [`{"order_id":"' or 1=1 --"}`, `{"order_id":"${randomUUID()}"}`, '{"order_id":1e999}']
  for (const name of names) {
    const address = `${stack.apiUrl}/functions/v1/${name}`
    const headers = { apikey: stack.publishableKey, ...bearer(brand) }
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD']) {
      const { status } = await fetch(address, { method, headers })
      expect([400, 401, 403, 404, 405], `${method} ${name}`).toContain(status)
    }
    for (const body of [...bodies, ...ids]) {
      const { status } = await callFunction(name, body, bearer(brand))
      // 503: the chat of this stack has no key.
      expect(status === 503 ? name : status, `${name} ${body}`).not.toBe(500)
    }
    const huge = { method: 'POST', headers, body: 'x'.repeat(40 * 1024 * 1024) }
    const status = await fetch(address, huge).then(
      (answer) => answer.status,
      // The gateway closes the connection before the end.
      () => 413,
    )
    expect(status, `${name}: 40 MB`).toBeLessThan(500)
  }
})
