import assert from 'node:assert/strict'
import { mailboxTransport, parseAddress, resendTransport } from '../_shared/mail/transport.ts'
import type { OutboxEmail } from './content.ts'
import { drain, type Outbox } from './drain.ts'

const emails = (count: number): OutboxEmail[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `e${i}`,
    to_email: `m${i}@kolpact.test`,
    display_name: null,
    template: 'order_update',
    locale: null,
    notices: [],
    notice_count: 0,
    digest: null,
    unsubscribe_token: 't',
    not_me_token: null,
  }))

function fakeOutbox(batches: OutboxEmail[][]) {
  const marks: string[] = []
  const outbox: Outbox = {
    claim: () => Promise.resolve(batches.shift() ?? []),
    markSent: (id) => Promise.resolve(void marks.push(`sent ${id}`)),
    markFailed: (id, error) => Promise.resolve(void marks.push(`failed ${id} ${error}`)),
  }
  return { outbox, marks }
}

const mail = (email: OutboxEmail) => ({
  id: email.id,
  to: email.to_email,
  subject: 's',
  text: 't',
  html: '<p>t</p>',
  headers: { 'X-A': 'b' },
})

const fullForE1 = ({ id }: { id: string }) =>
  id === 'e1' ? Promise.reject(new Error('full')) : Promise.resolve()

function brokenForE0(email: OutboxEmail) {
  if (email.id === 'e0') throw new Error('no words')
  return mail(email)
}

Deno.test('each e-mail is sent once and marked, batch after batch', async () => {
  const { outbox, marks } = fakeOutbox([emails(12), emails(3)])
  const sent: string[] = []
  const counts = await drain(
    outbox,
    (m) => Promise.resolve(void sent.push(m.id)),
    mail,
    Date.now() + 5000,
  )
  assert.deepEqual(counts, { sent: 15, failed: 0 })
  assert.equal(sent.length, 15)
  assert.equal(marks.filter((mark) => mark.startsWith('sent')).length, 15)
})

Deno.test('an e-mail that fails is returned to the queue and does not block others', async () => {
  const { outbox, marks } = fakeOutbox([emails(3)])
  assert.deepEqual(await drain(outbox, fullForE1, mail, Date.now() + 5000), { sent: 2, failed: 1 })
  assert.ok(marks.includes('failed e1 full'))
})

Deno.test('an e-mail whose text cannot be created fails without stopping the other e-mails', async () => {
  const { outbox } = fakeOutbox([emails(2)])
  assert.deepEqual(await drain(outbox, () => Promise.resolve(), brokenForE0, Date.now() + 5000), {
    sent: 1,
    failed: 1,
  })
})

Deno.test('no e-mail is sent after the time of the run is up', async () => {
  const { outbox, marks } = fakeOutbox([emails(1)])
  assert.deepEqual(await drain(outbox, () => Promise.resolve(), mail, Date.now() - 1), {
    sent: 0,
    failed: 0,
  })
  assert.deepEqual(marks, [])
})

Deno.test('the transports for the local mailbox and for Resend send the requests that these services expect', async () => {
  const calls: { path: string; idempotency: string | null; body: Record<string, unknown> }[] = []
  let status = 200
  await using server = Deno.serve(
    { port: 0, hostname: '127.0.0.1', onListen() {} },
    async (request) => {
      const { pathname: path } = new URL(request.url)
      calls.push({
        path,
        idempotency: request.headers.get('idempotency-key'),
        body: await request.json(),
      })
      return new Response('answer', { status })
    },
  )
  const url = `http://127.0.0.1:${server.addr.port}`
  const [email] = emails(1)
  assert.ok(email)
  await mailboxTransport(url, 'Kolpact <hello@kolpact.test>')(mail(email))
  await mailboxTransport(`${url}/api/v1/send`, 'hello@kolpact.test')(mail(email))
  await resendTransport('re_key', 'Kolpact <hello@kolpact.test>', `${url}/emails`)(mail(email))
  assert.deepEqual(
    calls.map(({ path }) => path),
    ['/api/v1/send', '/api/v1/send', '/emails'],
  )
  assert.deepEqual(calls[0]?.body.From, { Name: 'Kolpact', Email: 'hello@kolpact.test' })
  assert.deepEqual(calls[0]?.body.To, [{ Email: 'm0@kolpact.test', Name: '' }])
  assert.deepEqual([calls[2]?.idempotency, calls[2]?.body.to], ['e0', ['m0@kolpact.test']])
  status = 500
  await assert.rejects(mailboxTransport(url, 'a@b.c')(mail(email)), /500 answer/)
})

Deno.test('the address of a sender may have a name', () => {
  assert.deepEqual(parseAddress('"A B" <a@b.c>'), { Name: 'A B', Email: 'a@b.c' })
  assert.deepEqual(parseAddress('a@b.c'), { Name: '', Email: 'a@b.c' })
})
