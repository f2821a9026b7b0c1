import { afterEach, expect, test, vi } from 'vitest'
import { answerStepUp, askForFactor, useStepUp, verifying, withFactor } from './step-up.ts'

const refused = (body: object) => Response.json(body, { status: 403 })
const done = () => Response.json({ ok: true })
const sent = { headers: { Authorization: 'Bearer t' } }
const isAsked = () => vi.waitFor(() => expect(useStepUp.getState().isOpen).toBe(true))

afterEach(() => answerStepUp(false))

test.each([
  ['the Data API', { code: 'PT403', message: 'mfa_required' }],
  ['an edge function', { error: 'mfa_required' }],
  ['a function that needs a recent code', { code: 'PT403', message: 'mfa_stale' }],
])(
  'a request that %s refuses without a second factor is sent again after the code',
  async (_who, body) => {
    const send = vi.fn<typeof fetch>()
    send.mockResolvedValueOnce(refused(body)).mockResolvedValueOnce(done())
    let token = 'old-token'
    const act = withFactor(send, async () => token)('https://api/rpc', {
      method: 'POST',
      body: '{"amount":1}',
      headers: { Authorization: 'Bearer old-token', 'X-Other': '1' },
    })
    await isAsked()
    expect(send).toHaveBeenCalledTimes(1)
    token = 'new-token'
    answerStepUp(true)

    expect((await act).ok).toBe(true)
    const again = send.mock.calls[1]?.[1]
    const headers = new Headers(again?.headers)
    expect(again).toMatchObject({ method: 'POST', body: '{"amount":1}' })
    expect(headers.get('Authorization')).toBe('Bearer new-token')
    expect(headers.get('X-Other')).toBe('1')
    expect(useStepUp.getState().isOpen).toBe(false)
  },
)

test('a request that is refused while a code is being checked is sent again without another question', async () => {
  const send = vi.fn<typeof fetch>()
  send.mockResolvedValueOnce(refused({ message: 'mfa_required' })).mockResolvedValueOnce(done())
  let token = 't'
  const code = Promise.withResolvers<void>()
  void verifying(code.promise)
  const act = withFactor(send, async () => token)('https://api/rpc', sent)
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  token = 'new-token'
  code.resolve()
  expect((await act).ok).toBe(true)
  expect(useStepUp.getState().isOpen).toBe(false)
})

test('the refusal is returned if the member closes the question for the code', async () => {
  const send = vi.fn<typeof fetch>().mockResolvedValue(refused({ message: 'mfa_required' }))
  const act = withFactor(send, async () => 't')('https://api/rpc', sent)
  await isAsked()
  answerStepUp(false)
  const response = await act
  expect(response.status).toBe(403)
  expect(await response.json()).toEqual({ message: 'mfa_required' })
  expect(send).toHaveBeenCalledTimes(1)
})

test('a request that is refused again after the code is not sent a third time', async () => {
  const send = vi.fn<typeof fetch>(async () => refused({ message: 'mfa_required' }))
  const act = withFactor(send, async () => 't')('https://api/rpc', sent)
  await isAsked()
  answerStepUp(true)
  expect((await act).status).toBe(403)
  expect(send).toHaveBeenCalledTimes(2)
})

test('several requests that need the code open one question', async () => {
  const answers = [askForFactor(), askForFactor()]
  answerStepUp(true)
  expect(await Promise.all(answers)).toEqual([true, true])
})

test('a response that does not ask for a second factor is returned unchanged', async () => {
  for (const response of [
    done(),
    refused({ message: 'not_allowed' }),
    new Response('no json', { status: 403 }),
    Response.json({ message: 'mfa_required' }, { status: 400 }),
  ]) {
    const send = vi.fn<typeof fetch>().mockResolvedValue(response)
    expect(await withFactor(send, async () => 't')('https://api/rpc')).toBe(response)
    expect(useStepUp.getState().isOpen).toBe(false)
  }
})
