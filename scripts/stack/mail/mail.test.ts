import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { totpCode, totpStep } from '../auth/totp.ts'
import { freePort } from '../ports.ts'
import { htmlToText, openMailbox, type Mailbox } from './mailbox.ts'
import { startMailServer } from './server.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const folder = mkdtempSync(join(tmpdir(), 'stack-mails-'))
let mailbox: Mailbox
let server: Awaited<ReturnType<typeof startMailServer>>
let url: string

beforeAll(async () => {
  mailbox = openMailbox(folder)
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const secondFactors = [{ email: 'ada@x.test', secret: SECRET }]
  server = await startMailServer({ mailbox, port, secondFactors })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(() => mailbox.clear())

type Found = { messages: { ID: string; Subject: string }[] }

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(url + path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return (text.startsWith('{') ? JSON.parse(text) : text) as T
}

async function send(
  to: string,
  subject: string,
  html = '<p>Hello &amp; <a href="http://x/?a=1&amp;b=2">go</a></p>',
) {
  return call<{ ID: string }>('POST', '/api/v1/send', {
    From: { Email: 'from@example.test', Name: 'Example' },
    To: [{ Email: to }],
    Subject: subject,
    HTML: html,
  })
}

test('a mail sent by HTTP is listed newest first, searched and read', async () => {
  await send('ada@example.test', 'First')
  const { ID } = await send('bob@example.test', 'Second one')
  const search = async (query: string) => {
    const found = await call<Found>('GET', `/api/v1/search?query=${encodeURIComponent(query)}`)
    return found.messages.map(({ Subject }) => Subject)
  }
  expect(await search('')).toEqual(['Second one', 'First'])
  expect(await search('to:bob@example.test')).toEqual(['Second one'])
  expect(await search('to:bob@example.test subject:"second one"')).toEqual(['Second one'])
  expect(await search('to:carl@example.test')).toEqual([])
  expect(await call('GET', `/api/v1/message/${ID}`)).toMatchObject({
    From: { Name: 'Example', Address: 'from@example.test' },
    To: [{ Address: 'bob@example.test' }],
    Text: 'Hello & go ( http://x/?a=1&b=2 )',
  })
})

test('mails survive a restart, until a person deletes them', async () => {
  await send('ada@example.test', 'One')
  const left = () => openMailbox(folder).list()
  expect(left().map(({ Subject }) => Subject)).toEqual(['One'])
  await call('POST', '/delete')
  expect(left()).toEqual([])
})

test('the mailbox page shows mails, and runs no script that they contain', async () => {
  const { ID } = await send(
    'ada@example.test',
    '<script>alert(1)</script>',
    '<script>alert(2)</script><p>Hi</p>',
  )
  const list = await call<string>('GET', '/')
  expect(list).toContain('&lt;script&gt;alert(1)')
  expect(list).not.toContain('<script>')
  const view = await call<string>('GET', `/view/${ID}`)
  expect(view).toMatch(
    /<iframe[^>]*sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"/,
  )
  expect((await fetch(`${url}/api/v1/send`, { method: 'POST', body: '{}' })).status).toBe(400)
})

test('the HTML of a mail becomes readable text', () => {
  expect(htmlToText('<style>p{}</style><h1>Hi</h1><p>a<br>b &lt;c&gt;</p>')).toBe('Hi\na\nb <c>')
})

test('the mailbox page shows the current code of each second factor', async () => {
  const before = totpStep()
  const page = await (await fetch(url)).text()
  const [, code] = /<code id="totp">(\d{6})<\/code>/.exec(page) ?? []
  expect([before, totpStep()].map((step) => totpCode(SECRET, step))).toContain(code)
  expect(page).toContain('ada@x.test')
})

test('a page on another host name that resolves to this machine cannot read mails', async () => {
  const status = await new Promise((resolve, reject) => {
    const headers = { host: 'evil.example' }
    get(`${url}/api/v1/search`, { headers }, ({ statusCode }) => resolve(statusCode)).on(
      'error',
      reject,
    )
  })
  expect(status).toBe(403)
})
