import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openMailbox } from '../mail/mailbox.ts'
import { EXAMPLE, INVITE, PASSWORD, startTestStack, type TestStack } from '../test-stack.ts'
import { loadTokens } from '../tokens.ts'
import { startAuth, type Auth } from './auth.ts'
import { join } from 'node:path'

// The secret that hCaptcha publishes for tests, and the one response that it accepts.
const SECRET = '0x0000000000000000000000000000000000000000'
const ANSWER = '10000000-aaaa-bbbb-cccc-000000000001'

let stack: TestStack
let auth: Auth
beforeAll(async () => {
  stack = await startTestStack()
  const { auth: config } = readConfig(EXAMPLE)
  auth = startAuth({
    databaseUrl: stack.dbUrl.replace('//postgres:', '//supabase_auth_admin:'),
    config: { ...config, captcha: { enabled: true, provider: 'hcaptcha', secret: SECRET } },
    projectDir: EXAMPLE,
    sender: { name: 'Example', email: 'no-reply@example.test' },
    siteUrl: stack.siteUrl,
    redirectUrls: [],
    apiUrl: stack.apiUrl,
    tokens: await loadTokens(stack.stateDir),
    mailbox: openMailbox(join(stack.stateDir, 'captcha-mails')),
    limitRates: false,
    hashRounds: 4,
    log: () => {},
  })
})
afterAll(async () => {
  await auth.stop()
  await stack.stop()
})

async function ask(path: string, body: object, keyRole = 'anon') {
  const response = await auth.fetch(
    new Request(`${stack.apiUrl}/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body) }),
    { keyRole, address: '127.0.0.1' },
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const email = 'ada@example.test'
const guarded = {
  '/signup': { email, password: PASSWORD, data: { invite_code: INVITE } },
  '/recover': { email },
  '/resend': { email, type: 'signup' },
  '/otp': { email, create_user: false },
  '/token?grant_type=password': { email, password: PASSWORD },
}

test('where a captcha is configured, nothing that can be abused works without it', async () => {
  for (const [path, body] of Object.entries(guarded)) {
    for (const captcha_token of [undefined, '', 'wrong']) {
      const answer = await ask(path, { ...body, gotrue_meta_security: { captcha_token } })
      expect([answer.status, answer.body['error_code']], path).toEqual([400, 'captcha_failed'])
    }
    const answer = await ask(path, { ...body, gotrue_meta_security: { captcha_token: ANSWER } })
    expect(answer.body['error_code'], path).not.toBe('captcha_failed')
  }
})

test('sessions go on without one, and so does the project itself', async () => {
  const refresh = await ask('/token?grant_type=refresh_token', { refresh_token: 'abcdefghijkl' })
  expect(refresh.body['error_code']).toBe('refresh_token_not_found')
  expect((await ask('/recover', { email }, 'service_role')).status).toBe(200)
})
