// Tests the library with a local server that stores what it receives.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '@/lib/api/errors.ts'
import { senderTo, withoutPersons } from './error-sender.ts'

let received: { url: string; text: string }[] = []
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    received.push({ url: request.url ?? '', text: Buffer.concat(parts).toString() })
    response.end('{}')
  })
})
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => void server.close())
beforeEach(() => {
  received = []
  const pathname = '/dashboard/orders/0b0d4a52-6f5f-4c1b-9f0e-4a5f7f0f9f11'
  vi.stubGlobal('location', { pathname, href: `https://kolpact.example${pathname}?code=secret` })
})

const open = () => {
  const { port } = server.address() as AddressInfo
  return senderTo(`http://key@127.0.0.1:${port}/7`, 'v1.2.3')
}

test('a report contains the error, its stack, the release and the route, but no personal data', async () => {
  const sender = open()
  const cause = new TypeError(`Cannot read properties of undefined (reading 'price')`)
  sender.send(new Error(`ann@example.test wrote "see you at eight"`, { cause }))
  await sender.sent()

  expect(received).toHaveLength(1)
  const [{ url, text } = { url: '', text: '' }] = received
  expect(url).toMatch(/^\/api\/7\/envelope\/\?.*sentry_key=key/)
  const event = JSON.parse(text.split('\n')[2] ?? '')
  expect(event).toMatchObject({
    release: 'v1.2.3',
    tags: { route: '/dashboard/orders/:orderId' },
    exception: {
      values: [
        { type: 'TypeError', value: `Cannot read properties of undefined (reading 'price')` },
        { type: 'Error', value: '[mail] wrote [text]' },
      ],
    },
  })
  expect(event.exception.values[1].stacktrace.frames.at(-1).filename).toContain('error-sender.test')
  expect(text).not.toMatch(/ann@|eight|secret|0b0d4a52|breadcrumbs|"request"|"user"|"contexts"/)
})

test('refusals and lost connections are not reported, and a page sends at most 20 errors', async () => {
  const sender = open()
  for (const error of [
    new AppError('order_not_delivered'),
    new TypeError('Failed to fetch'),
    new DOMException('The user aborted a request.', 'AbortError'),
    new TypeError('Failed to fetch dynamically imported module: /assets/x.js'),
  ])
    sender.send(error)
  await sender.sent()
  expect(received).toEqual([])
  for (let count = 0; count < 50; count++) sender.send(new Error(`fault ${count}`))
  await sender.sent()
  expect(received).toHaveLength(20)
})

test.each([
  [
    `Unexpected token 'h', "hello ann" is not valid JSON`,
    `Unexpected token 'h', [text] is not valid JSON`,
  ],
  [`no 'such name' here`, 'no [text] here'],
  ['https://kolpact.example/a?token=1#b failed', 'https://kolpact.example/a failed'],
  ['id 0b0d4a52-6f5f-4c1b-9f0e-4a5f7f0f9f11 gone', 'id [id] gone'],
  ['"cut off', '[text]'],
])('the text %s is reported without personal data', (text, sent) =>
  expect(withoutPersons(text)).toBe(sent),
)
