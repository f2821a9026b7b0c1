import { expect, test, onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { EXAMPLE, INVITE, PASSWORD, startTestStack } from '../test-stack.ts'
import { authLimits } from './limits.ts'

async function limited() {
  const stack = await startTestStack({ limitRates: true })
  onTestFinished(() => stack.stop())
  return stack
}

test('mails and sign-ins are limited as GoTrue limits them, for unknown addresses too', async () => {
  const stack = await limited()
  const client = stack.client()
  const account = {
    email: 'ada@example.test',
    password: PASSWORD,
    options: { data: { invite_code: INVITE } },
  }
  expect((await client.auth.signUp(account)).error).toBeNull()
  const soon = await client.auth.signUp(account)
  expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  expect(soon.error?.message).toMatch(
    /^For security purposes, you can only request this after \d seconds?\.$/,
  )
  await stack.member('bob')
  for (const email of ['bob@example.test', 'nobody@example.test']) {
    expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull()
    const { error } = await client.auth.resetPasswordForEmail(email)
    expect(error?.code).toBe('over_email_send_rate_limit')
  }
  const attempt = () =>
    client.auth.signInWithPassword({ email: 'nobody@example.test', password: 'wrong-one-1' })
  const answers = await Promise.all(Array.from({ length: 70 }, attempt))
  const codes = answers.map(({ error }) => error?.code)
  expect(codes).toContain('invalid_credentials')
  expect(codes.at(-1)).toBe('over_request_rate_limit')
  expect(answers.at(-1)?.error?.status).toBe(429)
})

const { auth } = readConfig(EXAMPLE)
const fails = (work: () => void) => {
  try {
    work()
    return false
  } catch {
    return true
  }
}
const without = { ...auth, email: { ...auth.email, max_frequency: '0s' } }

test('two hundred requests for mails from one network address do not use up the mails of other addresses', () => {
  const limits = authLimits(without, true)
  const ask = (account: string, address: string) =>
    fails(() => {
      limits.mail('recovery', account, address)
      limits.sent()
    })
  const refused = Array.from({ length: 200 }, (_, n) => ask(`a${n}@x.test`, '192.0.2.7'))
  expect(refused.filter(Boolean)).toHaveLength(170)
  expect(ask('ada@x.test', '192.0.2.8')).toBe(false)
})

test('once the quota of mails is used up, a mail to an unknown account is refused, too', () => {
  const limits = authLimits({ ...without, rate_limit: { ...auth.rate_limit, email_sent: 2 } }, true)
  limits.sent()
  limits.sent()
  expect(fails(() => limits.mail('recovery', 'nobody@x.test', '192.0.2.9'))).toBe(true)
})

test('one account gets at most six mails, from whatever network addresses they are requested', () => {
  const limits = authLimits(without, true)
  const refused = Array.from({ length: 50 }, (_, n) =>
    fails(() => limits.mail('recovery', 'ada@x.test', `192.0.2.${n}`)),
  )
  expect(refused.filter((is) => !is)).toHaveLength(6)
})

test('a code allows five wrong tries, also where rates are not limited', () => {
  const limits = authLimits(auth, false)
  for (let n = 0; n < 5; n += 1) {
    limits.guess('codes of ada', 600)
    limits.wrong('codes of ada')
  }
  expect(fails(() => limits.guess('codes of ada', 600))).toBe(true)
  expect(fails(() => limits.guess('codes of bob', 600))).toBe(false)
})
