import { expect, test, vi } from 'vitest'
import { withFreshToken } from './fresh-token.ts'

const refused = (code: string, status = 401) =>
  Response.json({ code, message: 'JWT expired' }, { status })

test('a request that is refused because of an expired token is sent again with a new token', async () => {
  const send = vi
    .fn<typeof fetch>()
    .mockResolvedValueOnce(refused('PGRST303'))
    .mockResolvedValueOnce(Response.json([]))
  const fetch = withFreshToken(send, async () => 'new')
  expect((await fetch('/x', { headers: { Authorization: 'Bearer old' } })).status).toBe(200)
  expect(new Headers(send.mock.calls[1]?.[1]?.headers).get('authorization')).toBe('Bearer new')
})

test('a refusal is returned if there is no new token', async () => {
  const send = vi.fn<typeof fetch>().mockImplementation(async () => refused('PGRST303'))
  expect((await withFreshToken(send, async () => null)('/x')).status).toBe(401)
  expect(send).toHaveBeenCalledTimes(1)
})

test('a request throws the network error of a failed token renewal', async () => {
  const fetch = withFreshToken(
    async () => refused('PGRST303'),
    () => Promise.reject(new TypeError('Failed to fetch')),
  )
  await expect(fetch('/x')).rejects.toThrow('Failed to fetch')
})

test.each([
  ['a request for a missing row', refused('PGRST116', 406)],
  ['a request with a wrong key', refused('no', 401)],
])('the response to %s is returned without a new token', async (_what, response) => {
  const refresh = vi.fn<() => Promise<string | null>>()
  expect(await withFreshToken(async () => response, refresh)('/x')).toBe(response)
  expect(refresh).not.toHaveBeenCalled()
})
