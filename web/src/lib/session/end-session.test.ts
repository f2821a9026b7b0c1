import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endOnServer } from './end-session.ts'

const fake = vi.hoisted(() => ({
  refreshSession: vi.fn<(session: object) => Promise<object>>(),
  signOut: vi.fn<(token: string, scope: string) => Promise<object>>(),
}))
vi.mock('../api/supabase.ts', () => ({
  backendWhenReachable: async () => ({
    memoryOnlyClient: () => ({
      auth: { refreshSession: fake.refreshSession, admin: { signOut: fake.signOut } },
    }),
  }),
}))

const away = { error: { name: 'AuthRetryableFetchError', message: '', status: 0 } }
const gone = {
  error: { name: 'AuthApiError', message: '', code: 'session_not_found', status: 403 },
}
const session = (endsInS: number) => ({
  access_token: 'a1',
  refresh_token: 'r1',
  expires_at: Date.now() / 1000 + endsInS,
})
const renewed = { access_token: 'a2', refresh_token: 'r2', expires_at: Infinity }

beforeEach(() => {
  vi.useFakeTimers()
  fake.refreshSession.mockReset()
  fake.signOut.mockReset()
})
afterEach(() => void vi.useRealTimers())

test.each(['local', 'global'] as const)(
  'a sign-out with the scope %s is sent with the token of the session',
  async (scope) => {
    fake.signOut.mockResolvedValue({ error: null })
    await endOnServer(session(3600), scope)
    expect(fake.signOut.mock.calls).toEqual([['a1', scope]])
    expect(fake.refreshSession).not.toHaveBeenCalled()
  },
)

test('a sign-out is repeated until Auth can be reached', async () => {
  fake.signOut.mockResolvedValueOnce(away).mockResolvedValueOnce(away)
  fake.signOut.mockResolvedValue({ error: null })
  const ending = endOnServer(session(3600), 'local')
  await vi.advanceTimersByTimeAsync(60_000)
  await ending
  expect(fake.signOut).toHaveBeenCalledTimes(3)
})

test('a sign-out everywhere ends only the old session if the member has signed in again meanwhile', async () => {
  fake.signOut.mockResolvedValueOnce(away).mockResolvedValue({ error: null })
  const ending = endOnServer(session(3600), 'global')
  await vi.advanceTimersByTimeAsync(1_000)
  vi.stubGlobal('localStorage', { getItem: () => '{}' })
  await vi.advanceTimersByTimeAsync(60_000)
  await ending
  expect(fake.signOut.mock.calls).toEqual([
    ['a1', 'global'],
    ['a1', 'local'],
  ])
})

test('an expired token is renewed once for a sign-out, even if the sign-out has to be repeated', async () => {
  fake.refreshSession.mockResolvedValueOnce({ data: {}, ...away })
  fake.refreshSession.mockResolvedValue({ data: { session: renewed }, error: null })
  fake.signOut.mockResolvedValueOnce(away).mockResolvedValue({ error: null })
  const ending = endOnServer(session(-60), 'local')
  await vi.advanceTimersByTimeAsync(60_000)
  await ending
  expect(fake.refreshSession.mock.calls).toEqual([
    [{ refresh_token: 'r1' }],
    [{ refresh_token: 'r1' }],
  ])
  expect(fake.signOut.mock.calls).toEqual([
    ['a2', 'local'],
    ['a2', 'local'],
  ])
})

test('a sign-out is not repeated if Auth says that the session does not exist', async () => {
  fake.refreshSession.mockResolvedValue({ data: {}, ...gone })
  await endOnServer(session(-60), 'local')
  fake.signOut.mockResolvedValue(gone)
  await endOnServer(session(3600), 'local')
  expect(fake.signOut).toHaveBeenCalledTimes(1)
})
