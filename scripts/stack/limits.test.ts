import { request } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { forAllTests } from './for-all-tests.ts'
import { startTestStack } from './test-stack.ts'

const MIB = 1024 * 1024
let token: string

const stack = forAllTests(startTestStack)
beforeAll(async () => {
  const { client } = await stack.member('ada')
  token = (await client.auth.getSession()).data.session?.access_token ?? ''
})

const headersFor = (type: string) => ({
  apikey: stack.publishableKey,
  authorization: `Bearer ${token}`,
  'content-type': type,
})

function ask(path: string, body: BodyInit, type = 'application/json') {
  return fetch(stack.apiUrl + path, {
    method: 'POST',
    headers: headersFor(type),
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit)
}

/** The status of the response to a request that states the length of its body and sends nothing of it. */
const statusForLength = (path: string, length: number) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { ...headersFor('application/json'), 'content-length': length }
    const asked = request(stack.apiUrl + path, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode)
      asked.destroy()
    })
    asked.on('error', reject)
    asked.flushHeaders()
  })

/** A request body without a stated length, which counts the bytes that were read of it. */
function endless(most: number) {
  const taken = { bytes: 0 }
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken.bytes += 64 * 1024
      if (taken.bytes > most) controller.close()
      else controller.enqueue(new Uint8Array(64 * 1024).fill(32))
    },
  })
  return { taken, stream }
}

describe('bodies that are too large', () => {
  const routes = [
    '/rest/v1/rpc/request_headers',
    '/auth/v1/signup',
    '/functions/v1/hello',
    '/realtime/v1/api/broadcast',
  ]
  test.each(routes)(
    'a body that is too large gets 413 from %s, and is not kept in memory',
    async (path) => {
      expect(await statusForLength(path, 11 * MIB)).toBe(413)
      const { stream, taken } = endless(200 * MIB)
      const answer = await ask(path, stream).catch(() => null)
      expect([413, undefined]).toContain(answer?.status)
      expect(taken.bytes).toBeLessThan(40 * MIB)
    },
  )

  test('Storage refuses a body that is too large, also in a request that uploads no file', async () => {
    const { stream, taken } = endless(200 * MIB)
    const answer = await ask('/storage/v1/object/list/attachments', stream).catch(() => null)
    expect([400, undefined]).toContain(answer?.status)
    expect(taken.bytes).toBeLessThan(40 * MIB)
  })
})

describe('NUL and broken UTF-8', () => {
  const nul = String.raw`"a\u0000b"`
  test.each([
    ['/rest/v1/rpc/greet', `{"name":${nul}}`],
    ['/rest/v1/profiles', `{"bio":${nul}}`],
    ['/auth/v1/signup', `{"email":"a@b.cd","password":"long-enough-1","data":{"x":${nul}}}`],
    ['/auth/v1/token?grant_type=password', `{"email":${nul},"password":"x"}`],
    ['/auth/v1/recover', `{"email":${nul}}`],
    ['/storage/v1/object/list/attachments', `{"prefix":${nul}}`],
    ['/rest/v1/rpc/a%00b', '{}'],
    ['/rest/v1/rpc/%E0%A4%A', '{}'],
    ['/storage/v1/object/list/%E0%A4%A', '{}'],
    ['/auth/v1/%00', '{}'],
    ['/functions/v1/%E0%A4%A', '{}'],
    ['/functions/v1/greet%00', '{}'],
    ['/rest/v1/profiles?bio=eq.%00', '{}'],
  ])('%s refuses NUL or broken UTF-8 with 400: %s', async (path, body) => {
    const answer = await ask(path, body)
    expect(answer.status, await answer.text()).toBe(400)
  })

  test('an escaped backslash before u0000 is text and not NUL', async () => {
    const body = String.raw`{"email":"a@b.cd","password":"long-enough-1","data":{"x":"\\u0000"}}`
    expect((await (await ask('/auth/v1/signup', body)).json()).error_code).not.toBe(
      'validation_failed',
    )
  })
})

test('headers in which a client states its network address are replaced', async () => {
  const answer = await fetch(`${stack.apiUrl}/rest/v1/rpc/request_headers`, {
    method: 'POST',
    headers: {
      apikey: stack.publishableKey,
      'content-type': 'application/json',
      'cf-connecting-ip': '203.0.113.7',
      'x-forwarded-for': '198.51.100.7',
    },
    body: '{}',
  })
  const headers = (await answer.json()) as Record<string, string>
  expect(headers['x-forwarded-for']).toBe('127.0.0.1')
  expect(headers).not.toHaveProperty('cf-connecting-ip')
})
