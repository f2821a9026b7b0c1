import type { Session } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  REQUEST_TIMEOUT_MS,
  STORAGE_KEYS,
  STORED_ASKED_EVERY_MS,
  STORED_WITHIN_MS,
} from '../constants.ts'
import { isSessionLost, readError } from '../api/errors.ts'
import { storageOf } from '../storage/testing.ts'
import { tokenSource } from './token.ts'

type Answer = { data: { session: Session | null }; error: unknown }

let kept: Map<string, string>
const getSession = vi.fn<() => Promise<Answer>>()
const refreshSession = vi.fn<() => Promise<Answer>>()
let isSignedIn: boolean
let tokens: ReturnType<typeof tokenSource>

const sessionOf = (access_token: string, endsInS: number) =>
  ({
    access_token,
    refresh_token: 'r1',
    expires_at: Date.now() / 1000 + endsInS,
    user: { id: 'ann' },
  }) as Session

const store = (access_token: string, endsInS: number) =>
  kept.set(STORAGE_KEYS.auth, JSON.stringify(sessionOf(access_token, endsInS)))

const outcome = (work: Promise<unknown>) =>
  work.then(
    (value) => ({ value, error: null }),
    (error: unknown) => ({ value: undefined, error }),
  )

beforeEach(() => {
  vi.useFakeTimers()
  kept = new Map()
  vi.stubGlobal('localStorage', storageOf(kept))
  isSignedIn = false
  tokens = tokenSource(
    async () => ({ getSession, refreshSession }) as never,
    () => isSignedIn,
  )
  getSession.mockReset()
  refreshSession.mockReset()
})
afterEach(() => void vi.useRealTimers())

test('a visitor has no token, and the library is not asked for one', async () => {
  expect(await tokens.current()).toBeNull()
  expect(getSession).not.toHaveBeenCalled()
})

test('the request of a member without a stored session rejects after a second, and is not sent as a visitor', async () => {
  isSignedIn = true
  const asked = outcome(tokens.current())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isSessionLost((await asked).error)).toBe(true)
})

test('a request that waits for the stored session rejects at once when the member signs out', async () => {
  isSignedIn = true
  const asked = outcome(tokens.current())
  isSignedIn = false
  await vi.advanceTimersByTimeAsync(STORED_ASKED_EVERY_MS)
  expect(isSessionLost((await asked).error)).toBe(true)
})

test('after a sign-in in another tab a request waits until the session is stored', async () => {
  isSignedIn = true
  const asked = outcome(tokens.current())
  await vi.advanceTimersByTimeAsync(STORED_WITHIN_MS / 2)
  store('good', 3600)
  await vi.advanceTimersByTimeAsync(STORED_ASKED_EVERY_MS)
  expect((await asked).value).toBe('good')
})

test('a valid token is used without asking the library', async () => {
  store('good', 3600)
  expect(await tokens.current()).toBe('good')
  expect(getSession).not.toHaveBeenCalled()
})

test('a token that expires within a minute is still used while it is being renewed', async () => {
  store('last', 60)
  getSession.mockReturnValue(new Promise(() => {}))
  expect(await tokens.current()).toBe('last')
  expect(getSession).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS)
})

test.each([
  ['refused', { name: 'AuthApiError', code: 'refresh_token_not_found', message: 'Not Found' }],
  ['without a session', null],
])(
  'a request with an expired token rejects if the renewal is %s, instead of being sent as a visitor',
  async (_how, error) => {
    store('ended', -1)
    getSession.mockResolvedValue({ data: { session: null }, error })
    const { error: thrown } = await outcome(tokens.current())
    expect(isSessionLost(thrown)).toBe(true)
    // The form in which the Data API's library returns the error.
    expect(isSessionLost({ message: `Error: ${(thrown as Error).message}`, code: '' })).toBe(true)
  },
)

test('requests that wait for a renewal reject 10 s after its start with an error that allows a retry', async () => {
  store('ended', -1)
  let answer: (given: Answer) => void = () => {}
  getSession.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  const first = outcome(tokens.current())
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1_000)
  const second = outcome(tokens.current())
  await vi.advanceTimersByTimeAsync(1_000)
  for (const { error } of [await first, await second])
    expect(readError(error)).toMatchObject({ key: 'timeout', canRetry: true })
  const late = outcome(tokens.current())
  await vi.advanceTimersByTimeAsync(0)
  expect(readError((await late).error).canRetry).toBe(true)
  expect(getSession).toHaveBeenCalledTimes(1)

  const waiting = [outcome(tokens.current()), outcome(tokens.current())]
  answer({ data: { session: sessionOf('new', 3600) }, error: null })
  expect((await Promise.all(waiting)).map(({ value }) => value)).toEqual(['new', 'new'])
})

test('a refused token is replaced once for all requests that were sent with it', async () => {
  store('old', 3600)
  refreshSession.mockImplementation(async () => {
    store('new', 3600)
    return { data: { session: sessionOf('new', 3600) }, error: null }
  })
  expect(await tokens.replaced('Bearer old')).toBe('new')
  expect(await tokens.replaced('Bearer old')).toBe('new')
  expect(refreshSession).toHaveBeenCalledTimes(1)
})

test('a refused token is not replaced if the session is lost', async () => {
  store('old', 3600)
  const error = { name: 'AuthApiError', code: 'session_not_found', message: 'Not Found' }
  refreshSession.mockResolvedValue({ data: { session: null }, error })
  expect(await tokens.replaced('Bearer old')).toBeNull()
})
