import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REQUEST_BUDGET_MS, REQUEST_TIMEOUT_MS } from '../constants.ts'
import { env } from '../env.ts'
import {
  failingForMs,
  fetchWithRetry,
  forgetFailures,
  isWorthRetrying,
  RequestTimeout,
} from './fetch.ts'

const probe = vi.hoisted(() => vi.fn<() => void>())
vi.mock('../online.ts', () => ({ probeConnectivity: probe }))

type Answer = Response | Error | 'silence'
let asked: { at: number; init: RequestInit | undefined }[]

function answer(...answers: Answer[]) {
  asked = []
  const start = Date.now()
  vi.stubGlobal('fetch', (_input: unknown, init?: RequestInit) => {
    asked.push({ at: Date.now() - start, init })
    const next = answers[Math.min(asked.length, answers.length) - 1] ?? 'silence'
    if (next instanceof Error) return Promise.reject(next)
    if (next instanceof Response) return Promise.resolve(next.clone())
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  })
}

const status = (code: number) => new Response(null, { status: code })

beforeEach(() => {
  vi.useFakeTimers()
  probe.mockClear()
  forgetFailures()
})
afterEach(() => void vi.useRealTimers())

async function settle<T>(promise: Promise<T>) {
  const caught = promise.then(
    (value) => ({ value, error: null }),
    (error: unknown) => ({ value: null, error }),
  )
  await vi.runAllTimersAsync()
  return caught
}

test('a request that succeeds is sent once', async () => {
  answer(status(200))
  expect((await settle(fetchWithRetry('/x'))).value?.status).toBe(200)
  expect(asked).toHaveLength(1)
})

test('a server error is retried after 1 s and again after 2 s, then returned', async () => {
  answer(status(503))
  expect((await settle(fetchWithRetry('/x'))).value?.status).toBe(503)
  expect(asked.map((each) => each.at)).toEqual([0, 1000, 3000])
})

test('a network error is retried and finally thrown', async () => {
  answer(new TypeError('Failed to fetch'))
  expect((await settle(fetchWithRetry('/x'))).error).toMatchObject({ message: 'Failed to fetch' })
  expect(asked).toHaveLength(3)
})

test.each<[what: string, Answer, times: number]>([
  ['a refused connection', new TypeError('Failed to fetch'), 1],
  ['silence', 'silence', 0],
  ['a server error', status(503), 0],
])(
  'of all failures only a refused connection starts a check of the connection at once: %s',
  async (_what, first, times) => {
    answer(first)
    const request = fetchWithRetry('/x').catch(() => {})
    await vi.advanceTimersByTimeAsync(500)
    expect(probe).toHaveBeenCalledTimes(times)
    await vi.runAllTimersAsync()
    await request
  },
)

test('the first successful response after a failure is returned', async () => {
  answer(new TypeError('Failed to fetch'), status(201))
  expect((await settle(fetchWithRetry('/x'))).value?.status).toBe(201)
  expect(asked).toHaveLength(2)
})

test.each([400, 401, 403, 404, 406, 409, 422])(
  'a response with the permanent status %i is returned without a retry',
  async (code) => {
    answer(status(code))
    expect((await settle(fetchWithRetry('/x'))).value?.status).toBe(code)
    expect(asked).toHaveLength(1)
    expect(isWorthRetrying(code)).toBe(false)
  },
)

test.each([408, 425, 429, 500, 502, 503, 504])(
  'a response with the status %i is worth a retry',
  (code) => {
    expect(isWorthRetrying(code)).toBe(true)
  },
)

test.each([
  ['a database without a connection', 503, { code: 'PGRST001' }],
  ['a pool whose connections all wait for the database', 504, { code: 'PGRST003' }],
  ['a database that shuts down', 500, { code: '57P01' }],
  ['a server that has become a replica', 405, { code: '25006' }],
  ['a database that reports a deadlock', 500, { code: '40P01' }],
  ['an edge function whose database is unavailable', 503, { error: 'market_not_available' }],
])(
  'requests to %s are retried for as long as a move of the database to another server takes',
  async (_name, code, body) => {
    answer(Response.json(body, { status: code }))
    expect((await settle(fetchWithRetry('/x'))).value?.status).toBe(code)
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.at(-1)?.at).toBeGreaterThan(20_000)
    expect(asked.at(-1)?.at).toBeLessThan(REQUEST_BUDGET_MS)
    forgetFailures()
    answer(...Array.from({ length: 5 }, () => Response.json(body, { status: code })), status(200))
    expect((await settle(fetchWithRetry('/x'))).value?.status).toBe(200)
  },
)

test('the refusal of a method by an edge function is not mistaken for a move of the database', async () => {
  answer(Response.json({ error: 'method_not_allowed' }, { status: 405 }))
  expect((await settle(fetchWithRetry('/x'))).value?.status).toBe(405)
  expect(asked).toHaveLength(1)
})

test('each of three attempts times out after 10 s without a response', async () => {
  answer('silence')
  const { error } = await settle(fetchWithRetry('/x'))
  expect(error).toBeInstanceOf(RequestTimeout)
  expect((error as Error).message).toContain('timeout')
  expect(asked.map((each) => each.at)).toEqual([
    0,
    REQUEST_TIMEOUT_MS + 1000,
    2 * REQUEST_TIMEOUT_MS + 3000,
  ])
})

test('an upload has a longer timeout than other requests', async () => {
  answer('silence')
  const upload = settle(fetchWithRetry('/x', { body: new Blob(['x']), method: 'POST' }))
  await upload
  expect(asked[1]?.at).toBeGreaterThan(60_000)
})

test('an aborted request is not retried', async () => {
  answer('silence')
  const stop = new AbortController()
  const request = fetchWithRetry('/x', { signal: stop.signal }).catch((error: unknown) => error)
  stop.abort(new Error('left the page'))
  expect(await request).toMatchObject({ message: 'left the page' })
  await vi.runAllTimersAsync()
  expect(asked).toHaveLength(1)
})

/** Simulates responses whose headers arrive at once and whose body never ends. */
function stallBodies() {
  vi.stubGlobal('fetch', (_input: unknown, init?: RequestInit) => {
    const body = new ReadableStream({
      start: (stream) =>
        init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason)),
    })
    return Promise.resolve(new Response(body, { status: 200 }))
  })
}

test('a response whose body stalls after its headers times out', async () => {
  stallBodies()
  expect((await settle(fetchWithRetry('/x'))).error).toBeInstanceOf(RequestTimeout)
})

test('all attempts of a request together end within the time budget', async () => {
  answer('silence')
  const start = Date.now()
  await settle(fetchWithRetry('/x'))
  expect(Date.now() - start).toBeLessThanOrEqual(REQUEST_BUDGET_MS)
})

test('a request that the query cache repeats may use only the rest of the time budget', async () => {
  answer('silence')
  await settle(fetchWithRetry('/x'))
  expect(failingForMs()).toBeGreaterThanOrEqual(REQUEST_BUDGET_MS - REQUEST_TIMEOUT_MS)
  asked = []
  await settle(fetchWithRetry('/x?again'))
  expect(asked).toHaveLength(1)
  answer(status(200))
  await settle(fetchWithRetry('/x'))
  expect(failingForMs()).toBe(0)
})

test('after a failure older than the time budget, a request is retried as usual', async () => {
  answer('silence')
  await settle(fetchWithRetry('/x'))
  await vi.advanceTimersByTimeAsync(REQUEST_BUDGET_MS)
  expect(failingForMs()).toBe(0)
  asked = []
  await settle(fetchWithRetry('/x'))
  expect(asked).toHaveLength(3)
})

test('the HTML error page of a proxy becomes an error without the text of the page', async () => {
  const page = new Response('<html><h1>503 Backend fetch failed</h1></html>', {
    status: 503,
    headers: { 'content-type': 'text/html' },
  })
  answer(page)
  const { value } = await settle(fetchWithRetry('/x'))
  expect(value?.status).toBe(503)
  expect(await value?.json()).toMatchObject({ code: 'unavailable' })
})

test('an error response with truncated JSON keeps its status', async () => {
  answer(new Response('{"code":', { status: 400, headers: { 'content-type': 'application/json' } }))
  const { value } = await settle(fetchWithRetry(`${env.supabaseUrl}/rest/v1/rpc/x`))
  expect(value?.status).toBe(400)
})

test('all attempts of a request have one id, which is added to its error', async () => {
  const failure = { code: 'XX000', message: 'wrong' }
  answer(Response.json(failure, { status: 503 }))
  const { value } = await settle(fetchWithRetry(`${env.supabaseUrl}/rest/v1/rpc/x`))
  const headers = asked.map(({ init }) => new Headers(init?.headers).get('traceparent'))
  expect(headers).toHaveLength(3)
  expect(new Set(headers).size).toBe(1)
  const [, id] = /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(headers[0] ?? '') ?? []
  expect(await value?.json()).toEqual({ ...failure, request_id: id })

  answer(Response.json([], { status: 200 }))
  await settle(fetchWithRetry(`${env.supabaseUrl}/functions/v1/checkout`, { headers: { a: 'b' } }))
  const own = new Headers(asked[0]?.init?.headers)
  expect([own.get('a'), own.get('traceparent')?.includes(id ?? '')]).toEqual(['b', false])
})

test('requests to Auth and Storage, which do not allow the header, have no id', async () => {
  for (const address of ['/auth/v1/token', '/storage/v1/object/x']) {
    answer(Response.json({ message: 'no' }, { status: 400 }))
    const { value } = await settle(fetchWithRetry(env.supabaseUrl + address))
    expect(asked[0]?.init?.headers).toBeUndefined()
    expect(await value?.json()).toEqual({ message: 'no' })
  }
})
