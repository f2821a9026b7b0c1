import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STORAGE_KEYS } from '../constants.ts'
import { fetchOnce } from '../api/fetch.ts'
import { onReachable } from '../online.ts'
import { storageOf } from '../storage/testing.ts'
import { withRenewalRetry } from './renewal.ts'

const TOKEN = 'https://api.test/auth/v1/token?grant_type=refresh_token'
const renewed = () => Response.json({ access_token: 'new', refresh_token: 'r2' })
const refused = (code = 'refresh_token_not_found') =>
  Response.json({ code, message: 'Invalid Refresh Token' }, { status: 400 })

let sent: number[]
let kept: Map<string, string>

function store(refresh_token: string, endsInS = 0) {
  const expires_at = Math.floor(Date.now() / 1000) + endsInS
  const session = { access_token: 'old', refresh_token, expires_at, user: { id: 'ann' } }
  kept.set(STORAGE_KEYS.auth, JSON.stringify(session))
}

/** Simulates the Auth service; `answer` decides by the time in seconds and the number of requests. */
function service(answer: (seconds: number, count: number) => Response | 'away' | 'silence') {
  const start = Date.now()
  sent = []
  vi.stubGlobal('fetch', (_input: unknown, init?: RequestInit) => {
    const at = Date.now() - start
    sent.push(at)
    const result = answer(at / 1000, sent.length)
    if (result === 'away') return Promise.reject(new TypeError('Failed to fetch'))
    if (result !== 'silence') return Promise.resolve(result)
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  })
  return start
}

const send = vi.fn<typeof fetch>()
async function renew(refresh_token = 'r1') {
  const body = JSON.stringify({ refresh_token })
  const response = await withRenewalRetry(send, fetchOnce)(TOKEN, { method: 'POST', body })
  return { status: response.status, at: Date.now(), body: await response.json() }
}

beforeEach(() => {
  vi.useFakeTimers()
  kept = new Map()
  vi.stubGlobal('localStorage', storageOf(kept))
  send.mockReset()
})
afterEach(() => void vi.useRealTimers())

test('a renewal that fails temporarily is retried after 200 ms, doubling up to 3.2 s', async () => {
  store('r1')
  service((_seconds, count) => (count < 9 ? 'away' : renewed()))
  const renewal = renew()
  await vi.advanceTimersByTimeAsync(60_000)
  expect((await renewal).body).toMatchObject({ access_token: 'new' })
  expect(sent.map((at, index) => at - (sent[index - 1] ?? 0))).toEqual([
    0, 200, 400, 800, 1600, 3200, 3200, 3200, 3200,
  ])
})

test.each(['away', 'silence', 'proxy'] as const)(
  'after an outage of any length (%s), the token is renewed within 5 s of the return of the service',
  async (kind) => {
    for (const outage of [1, 7, 31, 59, 90, 300]) {
      store('r1')
      const start = service((seconds) => {
        if (seconds >= outage) return renewed()
        return kind === 'proxy' ? new Response('<html>', { status: 502 }) : kind
      })
      const renewal = renew()
      await vi.advanceTimersByTimeAsync(outage * 1000 + 5_000)
      expect((await renewal).at - start).toBeLessThanOrEqual(outage * 1000 + 5_000)
    }
  },
)

test('a renewal without a response is sent again in parallel, and a late response to the first one counts', async () => {
  store('r1')
  const start = service(() => 'silence')
  let answer = (_response: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const late = renew()
  const first = answer
  await vi.advanceTimersByTimeAsync(6_000)
  expect(answer).not.toBe(first)
  first(renewed())
  await vi.advanceTimersByTimeAsync(0)
  expect((await late).at - start).toBe(6_000)
})

test('a renewal that Auth refuses by its rate limit is retried after longer pauses', async () => {
  store('r1')
  service((seconds) => (seconds < 120 ? new Response('{}', { status: 429 }) : renewed()))
  const renewal = renew()
  await vi.advanceTimersByTimeAsync(150_000)
  await renewal
  expect(sent.length).toBeLessThan(13)
})

test('a renewal is retried after the response of a proxy, which neither renews nor ends the session', async () => {
  store('r1')
  service((_seconds, count) => {
    if (count === 1) return new Response('<html>Please accept the terms</html>')
    if (count === 2) return Response.json({ message: 'No API key found' }, { status: 401 })
    return renewed()
  })
  const renewal = renew()
  await vi.advanceTimersByTimeAsync(2_000)
  expect((await renewal).body).toMatchObject({ access_token: 'new' })
})

test.each([
  [409, 'conflict'],
  [422, 'hook_timeout'],
  [400, 'unexpected_failure'],
])(
  'a renewal that fails with %d %s is retried and does not end the session',
  async (status, code) => {
    store('r1')
    service((_seconds, count) =>
      count < 3 ? Response.json({ error_code: code, msg: 'Too many' }, { status }) : renewed(),
    )
    const renewal = renew()
    await vi.advanceTimersByTimeAsync(2_000)
    expect((await renewal).body).toMatchObject({ access_token: 'new' })
    expect(kept.has(STORAGE_KEYS.auth)).toBe(true)
    expect(sent).toEqual([0, 200, 600])
  },
)

const FINAL = [
  'bad_jwt',
  'no_authorization',
  'refresh_token_already_used',
  'refresh_token_not_found',
  'session_expired',
  'session_not_found',
  'user_banned',
  'user_not_found',
  'validation_failed',
]

test('of all error codes of Auth only the listed ones end the session, and all others are retried', async () => {
  const list = createRequire(import.meta.url).resolve('@supabase/auth-js')
  const types = readFileSync(join(dirname(list), 'lib/error-codes.d.ts'), 'utf8')
  const known = [...types.matchAll(/'([a-z_]+)'/g)].map(([, code = '']) => code)
  expect(known.length).toBeGreaterThan(80)
  const ending: string[] = []
  for (const code of known) {
    store('r1', 60)
    service((_seconds, count) => (count === 1 ? refused(code) : renewed()))
    const renewal = renew()
    await vi.advanceTimersByTimeAsync(1_000)
    if ((await renewal).status !== 400) continue
    ending.push(code)
    expect(kept.has(STORAGE_KEYS.auth)).toBe(false)
    expect(sent).toEqual([0])
  }
  expect(ending.toSorted()).toEqual(FINAL)
})

test('a refused refresh token does not end the session if another tab has stored a newer one', async () => {
  store('r1')
  service(() => {
    store('r2', 3600)
    return refused('refresh_token_already_used')
  })
  await renew()
  expect(kept.get(STORAGE_KEYS.auth)).toContain('"r2"')
})

test('retries of a renewal stop when another tab has renewed the session or the member has signed out', async () => {
  for (const change of [() => store('r2', 3600), () => kept.clear()]) {
    store('r1')
    service(() => 'away')
    const renewal = renew()
    await vi.advanceTimersByTimeAsync(1_000)
    change()
    await vi.advanceTimersByTimeAsync(5_000)
    expect((await renewal).status).toBe(400)
    const count = sent.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(count)
  }
})

test('the return of Auth is announced only if the token had expired during its outage', async () => {
  const listener = vi.fn<() => void>()
  const stop = onReachable(listener)
  for (const [endsInS, times] of [
    [3600, 0],
    [0, 1],
  ] as const) {
    store('r1', endsInS)
    service((_seconds, count) => (count < 3 ? 'away' : renewed()))
    const renewal = renew()
    await vi.advanceTimersByTimeAsync(5_000)
    await renewal
    expect(listener).toHaveBeenCalledTimes(times)
  }
  stop()
})

test('requests to Auth other than the renewal of the stored session are not retried', async () => {
  store('r1')
  send.mockImplementation(async () => Response.json({ code: 'away' }, { status: 503 }))
  expect(await renew('of another account')).toMatchObject({ status: 503 })
  const patient = withRenewalRetry(send, fetchOnce)
  expect((await patient('https://api.test/auth/v1/user')).status).toBe(503)
  expect(send).toHaveBeenCalledTimes(2)
})
