import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { follow, INVITE, linkIn, PASSWORD, startTestStack, type TestStack } from '../test-stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

const invited = { data: { invite_code: INVITE } }

async function signUp(name: string, options: Record<string, unknown> = {}) {
  const client = stack.client()
  const email = `${name}@kolpact.test`
  const answer = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { ...invited, ...options },
  })
  return { client, email, ...answer }
}

describe('sign-up', () => {
  test('is confirmed by the link of the mail, which comes back where the client asked', async () => {
    const redirect = `${stack.webUrl}/auth/callback`
    const { client, email, data, error } = await signUp('ada', { emailRedirectTo: redirect })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ invite_code: INVITE })

    const early = await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect(early.error?.code).toBe('email_not_confirmed')

    const [mail] = await stack.mails(email)
    expect(mail?.Subject).toBe('Confirm your e-mail for Kolpact')
    const link = linkIn(mail)
    expect(link).toContain(`${stack.apiUrl}/auth/v1/verify?token=`)
    const { address, hash } = await follow(link)
    expect(address).toBe(redirect)
    expect(hash.get('type')).toBe('signup')
    const session = await client.auth.setSession({
      access_token: hash.get('access_token') ?? '',
      refresh_token: hash.get('refresh_token') ?? '',
    })
    expect(session.data.user?.email).toBe(email)

    const again = await follow(link)
    expect(again.hash.get('error_code')).toBe('otp_expired')
  })

  test('is confirmed by the code of the mail too', async () => {
    const { client, email } = await signUp('bob')
    const [mail] = await stack.mails(email)
    const token = /\b\d{8}\b/.exec(mail?.Text.replaceAll(/https?:\S+/g, '') ?? '')?.[0] ?? ''
    const { data, error } = await client.auth.verifyOtp({ email, token, type: 'signup' })
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
  })

  test('sends nobody to a strange site', async () => {
    const { email } = await signUp('carl', {
      emailRedirectTo: 'https://evil.example/auth/callback',
    })
    const { address } = await follow(linkIn((await stack.mails(email))[0]))
    expect(new URL(address).origin).toBe(stack.webUrl)
  })

  test('without an invite is refused by the hook in its own words, and makes no user', async () => {
    const { error } = await signUp('dora', { data: {} })
    expect(error).toMatchObject({ status: 422, message: 'invite_required' })
    expect(
      await stack.sql('select from auth.users where email = $1', ['dora@kolpact.test']),
    ).toHaveLength(0)
  })

  test('with a weak password is refused with the reasons', async () => {
    const short = await signUp('eve', {})
    expect(short.error).toBeNull()
    const client = stack.client()
    const weak = await client.auth.signUp({
      email: 'finn@kolpact.test',
      password: 'short',
      options: invited,
    })
    expect(weak.error).toMatchObject({
      code: 'weak_password',
      reasons: ['length', 'characters'],
      status: 422,
    })
  })

  test('answers the same to a new, a pending and a confirmed address', async () => {
    const first = await signUp('gwen')
    const pending = await signUp('gwen')
    await follow(linkIn((await stack.mails(first.email))[0]))
    const confirmed = await signUp('gwen')
    const shape = ({ data, error }: typeof first) => ({
      error,
      session: data.session,
      user: typesIn(data.user),
    })
    expect(shape(pending)).toEqual(shape(first))
    expect(shape(confirmed)).toEqual(shape(first))
    const ids = [first, pending, confirmed].map(({ data }) => data.user?.id)
    expect(new Set(ids).size).toBe(3)
    expect(await stack.mails(first.email)).toHaveLength(2)
  })

  test('with a bad invite answers the same to a new and a known address', async () => {
    await stack.member('gale')
    const answers = await Promise.all(
      ['gale', 'unknown-gale'].map((name) => signUp(name, { data: { invite_code: 'NO-SUCH' } })),
    )
    expect(answers.map(({ error }) => [error?.status, error?.message])).toEqual([
      [422, 'invite_invalid'],
      [422, 'invite_invalid'],
    ])
  })

  test('again before the confirmation, or resend, sends a new link that works', async () => {
    const { client, email } = await signUp('hugo')
    await signUp('hugo')
    expect(await stack.mails(email)).toHaveLength(2)
    const resent = await client.auth.resend({ type: 'signup', email })
    expect(resent.error).toBeNull()
    const mails = await stack.mails(email)
    expect(mails).toHaveLength(3)
    expect((await follow(linkIn(mails[2]))).hash.get('error_code')).toBe('otp_expired')
    expect((await follow(linkIn(mails[0]))).hash.get('access_token')).toBeTruthy()
  })

  test('that a trigger refuses says so as GoTrue does', async () => {
    await stack.sql(`create function public.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no' using errcode = 'PT422'; end $$`)
    await stack.sql(
      'create trigger zz_refuse before insert on auth.users for each row execute function public.refuse()',
    )
    const { error } = await signUp('ida')
    await stack.sql('drop function public.refuse() cascade')
    expect(error).toMatchObject({ status: 500, message: 'Database error saving new user' })
  })
})

describe('a session', () => {
  test('is refreshed, and ends everywhere with a global sign-out', async () => {
    const { client } = await stack.member('jack')
    const before = (await client.auth.getSession()).data.session
    const refreshed = await client.auth.refreshSession()
    expect(refreshed.error).toBeNull()
    expect(refreshed.data.session?.refresh_token).not.toBe(before?.refresh_token)

    const other = stack.client()
    await other.auth.signInWithPassword({ email: 'jack@kolpact.test', password: PASSWORD })
    expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull()
    const token = (await other.auth.getSession()).data.session?.access_token
    expect((await other.auth.getUser(token)).error?.name).toBe('AuthSessionMissingError')
    const after = await other.auth.refreshSession({
      refresh_token: refreshed.data.session?.refresh_token ?? '',
    })
    expect(after.error?.code).toBe('refresh_token_not_found')
  })

  test('is not opened by a wrong password', async () => {
    await stack.member('kate')
    const { error } = await stack
      .client()
      .auth.signInWithPassword({ email: 'kate@kolpact.test', password: 'wrong-one-1' })
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
  })
})

test('a lost password is replaced through the mailed link', async () => {
  await stack.member('lena')
  const client = stack.client()
  const redirectTo = `${stack.webUrl}/auth/reset-password`
  const asked = await client.auth.resetPasswordForEmail('lena@kolpact.test', { redirectTo })
  expect(asked.error).toBeNull()
  const [mail] = await stack.mails('lena@kolpact.test')
  expect(mail?.Subject).toBe('Choose a new password for Kolpact')
  const { address, hash } = await follow(linkIn(mail))
  expect(address).toBe(redirectTo)
  expect(hash.get('type')).toBe('recovery')
  await client.auth.setSession({
    access_token: hash.get('access_token') ?? '',
    refresh_token: hash.get('refresh_token') ?? '',
  })
  expect((await client.auth.updateUser({ password: 'x' })).error).toMatchObject({
    code: 'weak_password',
  })
  expect((await client.auth.updateUser({ password: 'another-one-2' })).error).toBeNull()
  const signedIn = await stack
    .client()
    .auth.signInWithPassword({ email: 'lena@kolpact.test', password: 'another-one-2' })
  expect(signedIn.error).toBeNull()
  const unknown = await client.auth.resetPasswordForEmail('nobody@kolpact.test')
  expect(unknown.error).toBeNull()
})

test('get-user-by-id is for the service role alone', async () => {
  const { client, userId } = await stack.member('mona')
  const found = await stack.admin.auth.admin.getUserById(userId)
  expect(found.data.user).toMatchObject({ id: userId, email: 'mona@kolpact.test' })
  expect((await client.auth.admin.getUserById(userId)).error).toMatchObject({
    status: 403,
    code: 'not_admin',
  })
  const missing = await stack.admin.auth.admin.getUserById('00000000-0000-4000-8000-000000000000')
  expect(missing.error).toMatchObject({ status: 404, code: 'user_not_found' })
})

test('metadata reaches the triggers as the object that it is', async () => {
  await signUp('nils', { data: { invite_code: INVITE, role: 'brand' } })
  const [row] = await stack.sql<{ kind: string; role: string }>(
    `select jsonb_typeof(raw_user_meta_data) as kind, raw_user_meta_data ->> 'role' as role
       from auth.users where email = 'nils@kolpact.test'`,
  )
  expect(row).toEqual({ kind: 'object', role: 'brand' })
})

describe('rate limits answer as GoTrue does', () => {
  let limited: TestStack
  beforeAll(async () => {
    limited = await startTestStack({ limitRates: true })
  })
  afterAll(() => limited.stop())

  test('two mails to one address need a pause between them', async () => {
    const client = limited.client()
    const account = { email: 'ada@kolpact.test', password: PASSWORD, options: invited }
    expect((await client.auth.signUp(account)).error).toBeNull()
    const soon = await client.auth.signUp(account)
    expect(soon.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    expect(soon.error?.message).toMatch(
      /^For security purposes, you can only request this after \d seconds?\.$/,
    )
    expect((await client.auth.resend({ type: 'signup', email: account.email })).error?.code).toBe(
      'over_email_send_rate_limit',
    )
  })

  test('too many sign-ins from one address are refused', async () => {
    const client = limited.client()
    const attempt = () =>
      client.auth.signInWithPassword({ email: 'nobody@kolpact.test', password: 'wrong-one-1' })
    const answers = await Promise.all(Array.from({ length: 70 }, attempt))
    const codes = answers.map(({ error }) => error?.code)
    expect(codes).toContain('invalid_credentials')
    expect(codes.at(-1)).toBe('over_request_rate_limit')
    expect(answers.at(-1)?.error?.status).toBe(429)
  })
})

test('what stands in the database is a hash of the mailed code', async () => {
  const { email } = await signUp('olga')
  const [mail] = await stack.mails(email)
  const token = new URL(linkIn(mail)).searchParams.get('token')
  const code = /\b\d{8}\b/.exec(mail?.Text.replaceAll(/https?:\S+/g, '') ?? '')?.[0]
  expect(token).toBe(
    createHash('sha224')
      .update(email + code)
      .digest('hex'),
  )
})

/** What a value is made of: names and kinds, without what differs between two people. */
function typesIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(typesIn)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, typesIn(of)]))
}
