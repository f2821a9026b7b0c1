import { describe, expect, test } from 'vitest'
import { forAllTests } from '../for-all-tests.ts'
import { codeIn, linkIn, PASSWORD, startTestStack } from '../test-stack.ts'

const stack = forAllTests(startTestStack)

const NEW = 'another-one-2'
const signIn = (name: string, password = PASSWORD) =>
  stack.client().auth.signInWithPassword({ email: `${name}@example.test`, password })

/** Makes every session of a user older. */
const age = (userId: string, interval: string) =>
  stack.sql('update auth.sessions set created_at = now() - $2::interval where user_id = $1', [
    userId,
    interval,
  ])

describe('sessions', () => {
  test('a session is refreshed, and a global sign-out ends every session of the user', async () => {
    const { client } = await stack.member('jack')
    const before = (await client.auth.getSession()).data.session
    const refreshed = await client.auth.refreshSession()
    expect(refreshed.error).toBeNull()
    expect(refreshed.data.session?.refresh_token).not.toBe(before?.refresh_token)
    const other = await stack.signIn('jack')
    expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull()
    const token = (await other.auth.getSession()).data.session?.access_token
    expect((await other.auth.getUser(token)).error?.name).toBe('AuthSessionMissingError')
    const after = await other.auth.refreshSession({
      refresh_token: refreshed.data.session?.refresh_token ?? '',
    })
    expect(after.error?.code).toBe('refresh_token_not_found')
  })

  test('a session ends when a used refresh token is sent again late', async () => {
    const { client } = await stack.member('jill')
    const used = (await client.auth.getSession()).data.session?.refresh_token ?? ''
    const next = (await client.auth.refreshSession()).data.session
    const thief = () => stack.client().auth.refreshSession({ refresh_token: used })
    // A used refresh token works again as long as its successor was not used, for a client that lost the response.
    expect((await thief()).data.session?.refresh_token).toBe(next?.refresh_token)
    await client.auth.refreshSession()
    const pass = () =>
      stack.sql(`update auth.refresh_tokens set updated_at = now() - interval '11 seconds'`)
    await pass()
    expect((await thief()).error?.code).toBe('refresh_token_already_used')
    await pass()
    expect((await client.auth.refreshSession()).error).not.toBeNull()
  })

  test('a wrong password opens no session', async () => {
    await stack.member('kate')
    expect((await signIn('kate', 'wrong-one-1')).error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
  })
})

describe('guesses', () => {
  test('after too many wrong passwords the hook refuses the right password too, with its own message', async () => {
    await stack.member('kim')
    for (let n = 0; n < 3; n += 1) await signIn('kim', `wrong-one-${n}`)
    expect((await signIn('kim')).error?.message).toBe('Too many wrong passwords')
    expect((await signIn('nobody')).error?.message).toBe('Invalid login credentials')
  })
})

describe('passwords', () => {
  test('a lost password is replaced through the mailed link, on any device', async () => {
    await stack.member('lena')
    const elsewhere = await stack.signIn('lena')
    const client = stack.client()
    expect((await client.auth.resetPasswordForEmail('lena@example.test')).error).toBeNull()
    const [mail] = await stack.mails('lena@example.test')
    expect(mail?.Subject).toBe('Choose a new password')
    const { page, token_hash, type } = linkIn(mail)
    expect(page).toBe(`${stack.siteUrl}/auth/reset-password`)
    expect((await client.auth.verifyOtp({ token_hash, type })).error).toBeNull()
    expect((await client.auth.updateUser({ password: 'x' })).error?.code).toBe('weak_password')
    expect((await client.auth.updateUser({ password: NEW })).error).toBeNull()
    expect((await signIn('lena', NEW)).error).toBeNull()
    expect((await elsewhere.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    expect((await client.auth.resetPasswordForEmail('nobody@example.test')).error).toBeNull()
  })

  test('a change of the password requires the present password, ends other sessions and is announced by mail', async () => {
    const { client } = await stack.member('mia')
    const other = await stack.signIn('mia')
    const change = (given: Record<string, string>) =>
      client.auth.updateUser({ password: NEW, ...given })
    expect((await change({})).error?.code).toBe('current_password_required')
    expect((await change({ current_password: 'wrong-one-1' })).error?.code).toBe(
      'current_password_mismatch',
    )
    expect((await signIn('mia', NEW)).error).not.toBeNull()
    const same = await client.auth.updateUser({ password: PASSWORD, current_password: PASSWORD })
    expect(same.error?.code).toBe('same_password')
    expect((await change({ current_password: PASSWORD })).error).toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await other.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    expect(await stack.mails('mia@example.test')).toMatchObject([
      { Subject: 'Your password was changed' },
    ])
  })

  test('a change of the password in a session older than a day needs a mailed code as well', async () => {
    const { client, userId } = await stack.member('mona')
    await age(userId, '25 hours')
    const change = (more: Record<string, string> = {}) =>
      client.auth.updateUser({ password: NEW, current_password: PASSWORD, ...more })
    expect((await change()).error?.code).toBe('reauthentication_needed')
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const nonce = codeIn((await stack.mails('mona@example.test'))[0])
    expect((await change({ nonce: '00000000' })).error?.code).toBe('reauthentication_not_valid')
    expect((await change({ nonce })).error).toBeNull()
  })
})

describe('addresses', () => {
  async function links(name: string) {
    const [toNew, toOld] = await Promise.all(
      [`${name}-2`, name].map((who) => stack.mails(`${who}@example.test`)),
    )
    return [linkIn(toNew?.[0]), linkIn(toOld?.[0])] as const
  }

  test('an e-mail address changes once both mailboxes have confirmed the change, and the old mailbox gets a notice', async () => {
    const { client } = await stack.member('nora')
    const asked = await client.auth.updateUser({ email: 'nora-2@example.test' })
    expect(asked.error).toBeNull()
    expect(asked.data.user?.email).toBe('nora@example.test')
    const [toNew, toOld] = await links('nora')
    const fresh = stack.client()
    const prove = ({ token_hash, type }: typeof toNew) => fresh.auth.verifyOtp({ token_hash, type })
    const half = await prove(toNew)
    expect([half.error, half.data.session]).toEqual([null, null])
    expect((await signIn('nora')).error).toBeNull()
    const whole = await prove(toOld)
    expect(whole.data.session?.user.email).toBe('nora-2@example.test')
    expect((await signIn('nora')).error).not.toBeNull()
    expect((await signIn('nora-2')).error).toBeNull()
    const [notice] = await stack.mails('nora@example.test')
    expect(notice?.Subject).toBe('Your e-mail was changed')
    expect(notice?.Text).toContain('nora@example.test to nora-2@example.test')
  })

  test('a recovery link no longer works after the e-mail address of its account was replaced', async () => {
    const { client } = await stack.member('olga')
    await stack.client().auth.resetPasswordForEmail('olga@example.test')
    const lost = linkIn((await stack.mails('olga@example.test'))[0])
    await client.auth.updateUser({ email: 'olga-2@example.test' })
    const fresh = stack.client()
    const prove = ({ token_hash, type }: typeof lost) => fresh.auth.verifyOtp({ token_hash, type })
    for (const link of await links('olga')) expect((await prove(link)).error).toBeNull()
    expect((await prove(lost)).error?.code).toBe('otp_expired')
  })

  test('a change to the address of another account is refused', async () => {
    const { client } = await stack.member('pia')
    await stack.member('pia-2')
    const { error } = await client.auth.updateUser({ email: 'pia-2@example.test' })
    expect(error).toMatchObject({ status: 422, code: 'email_exists' })
  })
})

test('only the service role reads a user by id', async () => {
  const { client, userId } = await stack.member('ruth')
  const found = await stack.admin.auth.admin.getUserById(userId)
  expect(found.data.user).toMatchObject({ id: userId, email: 'ruth@example.test' })
  expect((await client.auth.admin.getUserById(userId)).error).toMatchObject({
    status: 403,
    code: 'not_admin',
  })
  const missing = await stack.admin.auth.admin.getUserById('00000000-0000-4000-8000-000000000000')
  expect(missing.error).toMatchObject({ status: 404, code: 'user_not_found' })
})

/** Follows `/auth/v1/verify` as a browser does; returns where it leads. */
async function follow(token: string, type: string, redirectTo: string) {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo })
  const response = await fetch(`${stack.apiUrl}/auth/v1/verify?${query}`, { redirect: 'manual' })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

test('a link does not redirect to a site that is not listed', async () => {
  const { client } = await stack.member('dora')
  for (const strange of [
    'https://evil.example/auth/callback',
    `${stack.siteUrl}@evil.example/`,
    `${stack.siteUrl}.evil.example/`,
    'javascript:alert(1)',
    '//evil.example',
  ]) {
    await client.auth.resetPasswordForEmail('dora@example.test')
    const { token_hash, type } = linkIn((await stack.mails('dora@example.test'))[0])
    expect((await follow(token_hash, type, strange)).origin).toBe(stack.siteUrl)
  }
})
