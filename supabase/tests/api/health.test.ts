import { expect, test } from 'vitest'
import { must, newMember, stack } from './harness.ts'

/** The key of the local stack (scripts/local/start-kolpact.ts). */
const KEY = 'kolpact-local-health'

const ask = (key: string | undefined, path = '') =>
  fetch(`${stack.apiUrl}/functions/v1/health${path}`, {
    ...(key && { headers: { authorization: `Bearer ${key}` } }),
  })

test('a monitor reads each check of the market, and the response is an error only if a check fails', async () => {
  const response = await ask(KEY)
  const { is_fine, checks } = (await response.json()) as {
    is_fine: boolean
    checks: { name: string; is_fine: boolean; detail: string }[]
  }
  expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(['orders', 'solvency']))
  const release = checks.find(({ name }) => name === 'release')
  expect(release?.detail).toMatch(/^last migration \d{14}$/)
  expect(is_fine).toBe(checks.every((check) => check.is_fine))
  // An overdue queue of staff is reported without an alarm (functions/health/health.test.ts).
  expect(response.ok || !is_fine).toBe(true)
})

test('Prometheus reads the checks of the market as numbers', async () => {
  const response = await ask(KEY, '/metrics')
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(text).toMatch(/^kolpact_check_fine\{check="solvency"\} [01]$/m)
  expect(text).toMatch(/^kolpact_check_value\{check="database_size",unit="bytes"\} \d+$/m)
})

test('no other key reads the health of the market', async () => {
  const { client } = await newMember('brand')
  const { access_token } = must(await client.auth.getSession()).session ?? {}
  for (const key of [undefined, '', `${KEY}x`, stack.publishableKey, stack.secretKey, access_token])
    for (const path of ['', '/metrics']) {
      const response = await ask(key, path)
      expect([response.status, await response.json()]).toEqual([403, { error: 'not_allowed' }])
    }
})

test('the key of the monitor is refused by every other function and service', async () => {
  const headers = { authorization: `Bearer ${KEY}`, apikey: KEY, 'x-clock-key': KEY }
  const paths = ['rest/v1/rpc/market_health', 'rest/v1/currencies', 'auth/v1/admin/users']
  const clocks = ['send-emails', 'send-payouts', 'send-evidence', 'process-files']
  const functions = [...clocks, 'chat-token', 'payout-file']
  for (const path of [...paths, ...functions.map((name) => `functions/v1/${name}`)]) {
    const { status } = await fetch(`${stack.apiUrl}/${path}`, {
      method: 'POST',
      body: '{}',
      headers,
    })
    expect([401, 403], path).toContain(status)
  }
})
