import { expect, test, vi } from 'vitest'
import { withFreshToken } from './fresh-token.ts'

const refused = (code: string, status = 401) =>
  Response.json({ code, message: 'JWT expired' }, { status })

test('an expired token is replaced once and the request sent again', async () => {
  const send = vi
    .fn<typeof fetch>()
    .mockResolvedValueOnce(refused('PGRST303'))
    .mockResolvedValueOnce(Response.json([]))
  const fetch = withFreshToken(send, async () => 'new')
  expect((await fetch('/x', { headers: { Authorization: 'Bearer old' } })).status).toBe(200)
  expect(new Headers(send.mock.calls[1]?.[1]?.headers).get('authorization')).toBe('Bearer new')
})

test('without a new token the refusal is final', async () => {
  const send = vi.fn<typeof fetch>().mockImplementation(async () => refused('PGRST303'))
  expect((await withFreshToken(send, async () => null)('/x')).status).toBe(401)
  expect(send).toHaveBeenCalledTimes(1)
})

test('an unreachable service does not end the session', async () => {
  const fetch = withFreshToken(
    async () => refused('PGRST303'),
    () => Promise.reject(new TypeError('Failed to fetch')),
  )
  await expect(fetch('/x')).rejects.toThrow('Failed to fetch')
})

test.each([
  ['another refusal', refused('PGRST116', 406)],
  ['a wrong key', refused('no', 401)],
])('%s passes through', async (_what, response) => {
  const refresh = vi.fn<() => Promise<string | null>>()
  expect(await withFreshToken(async () => response, refresh)('/x')).toBe(response)
  expect(refresh).not.toHaveBeenCalled()
})
