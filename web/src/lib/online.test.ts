import { expect, test, vi } from 'vitest'
import { CONNECTIVITY_RETRY_MS } from './constants.ts'
import { checkConnectivity, probeConnectivity } from './online.ts'

test('any response shows that the backend can be reached, even a refusal', async () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response(null, { status: 403 })))
  vi.stubGlobal('fetch', fetched)
  expect(await checkConnectivity()).toEqual({ success: true, status: 403, error: null })
  expect(fetched).toHaveBeenCalledWith(
    expect.stringMatching(/\/rest\/v1\/$/),
    expect.objectContaining({ method: 'HEAD' }),
  )
})

test('a check without a response returns the reason', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await checkConnectivity()).toEqual({
    success: false,
    status: null,
    error: 'Failed to fetch',
  })
})

test('a check without a response is repeated until there is one, with one request at a time', async () => {
  vi.useFakeTimers()
  let answers = 0
  vi.stubGlobal('fetch', () => {
    answers += 1
    return answers < 3
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(new Response())
  })
  const asked = probeConnectivity()
  void probeConnectivity()
  await vi.advanceTimersByTimeAsync(2 * CONNECTIVITY_RETRY_MS)
  await asked
  expect(answers).toBe(3)
  vi.useRealTimers()
})
