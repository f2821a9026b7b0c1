import { expect, test, vi } from 'vitest'
import { announced, walletFailure } from './wallets.ts'

const provider = { request: () => Promise.resolve(null) }
const info = { rdns: 'org.example', name: 'Example', icon: 'data:image/svg+xml,<svg/>' }

test('a wallet that announces itself is listed with its name and picture', () => {
  expect(announced({ info, provider })).toEqual({ ...info, provider })
})

test('the picture of a wallet is ignored unless it is a data URL', () => {
  const icon = 'https://spy.example/pixel.png'
  expect(announced({ info: { ...info, icon }, provider })?.icon).toBeNull()
})

test('the name of a wallet is cut to 60 characters', () => {
  expect(announced({ info: { ...info, name: 'W'.repeat(900) }, provider })?.name).toHaveLength(60)
})

test.each([null, {}, { info }, { provider }, { info: { ...info, name: ' ' }, provider }])(
  'a wallet whose announcement does not follow EIP-6963 is not listed: %j',
  (detail) => expect(announced(detail)).toBeNull(),
)

test.each([
  [{ code: 4001, message: 'User rejected the request.' }, 'wallet_rejected'],
  [{ code: -32002 }, 'wallet_pending'],
  [{ code: -32603, data: { originalError: { code: 4001 } } }, 'wallet_rejected'],
  [new Error('boom'), 'wallet_failed'],
  [null, 'wallet_failed'],
])('the error %j of a wallet becomes the token %s, which has a translated text', (error, token) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(walletFailure(error).token).toBe(token)
})
