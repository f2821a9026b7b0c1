import { linkIn, PASSWORD } from 'local-supabase/test-stack.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INVITE, startTestKolpact, type TestKolpact } from './test-kolpact.ts'

// Rules that hooks and triggers of supabase/schemas add to Auth.
let stack: TestKolpact
beforeAll(async () => {
  stack = await startTestKolpact()
})
afterAll(() => stack.stop())

const NEW = 'another-one-2'
const address = (name: string) => `${name}@example.test`
const signIn = (name: string, password = PASSWORD) =>
  stack.client().auth.signInWithPassword({ email: address(name), password })

async function signedIn(name: string) {
  const client = stack.client()
  const email = address(name)
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { client, session: data.session }
}

async function signUp(name: string, password = PASSWORD) {
  const options = { data: { invite_code: INVITE } }
  const email = address(name)
  const { error } = await stack.client().auth.signUp({ email, password, options })
  if (error) throw error
}

/** Opens the link of the newest mail. */
async function confirm(name: string, client = stack.client()) {
  const [mail] = await stack.mails(address(name))
  const { token_hash, type } = linkIn(mail)
  return client.auth.verifyOtp({ token_hash, type })
}

describe('a session', () => {
  test('is listed with the others, and ended by its owner from another', async () => {
    const { client } = await stack.member('june')
    const { client: other, session } = await signedIn('june')
    const { data: list } = await client.rpc('my_sessions')
    expect(list).toHaveLength(2)
    expect(list[0]).toMatchObject({ is_current: true, address: '127.0.0.1', aal: 'aal1' })
    const { session_id: id } = decodeJwt(session.access_token)
    expect((await client.rpc('end_session', { session_id: id })).error).toBeNull()
    expect((await other.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    expect((await client.auth.refreshSession()).error).toBeNull()
  })
})

describe('guessing a password', () => {
  test('closes the account after ten tries, which reads like a wrong password', async () => {
    await stack.member('kim')
    for (let n = 0; n < 11; n += 1) await signIn('kim', `wrong-one-${n}`)
    const [right, unknown] = [await signIn('kim'), await signIn('nobody')]
    expect(right.error?.message).toBe('Invalid login credentials')
    expect(JSON.stringify(right.error)).toBe(JSON.stringify(unknown.error))
    // The owner comes back by mail.
    const client = stack.client()
    await client.auth.resetPasswordForEmail('kim@example.test')
    const { token_hash, type } = linkIn((await stack.mails('kim@example.test'))[0])
    expect((await client.auth.verifyOtp({ token_hash, type })).error).toBeNull()
    expect((await client.auth.updateUser({ password: NEW })).error).toBeNull()
    expect((await signIn('kim', NEW)).error).toBeNull()
  })
})

test('a link to a new password gives one new password', async () => {
  await stack.member('lena')
  const client = stack.client()
  await client.auth.resetPasswordForEmail(address('lena'))
  expect((await confirm('lena', client)).error).toBeNull()
  expect((await client.auth.updateUser({ password: NEW })).error).toBeNull()
  const again = await client.auth.updateUser({ password: 'a-third-one-3' })
  expect(again.error?.code).toBe('current_password_required')
})

test('an address is changed by the session that just signed in, and ends every session', async () => {
  const { client, userId } = await stack.member('otto')
  await stack.sql(
    `update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1`,
    [userId],
  )
  const email = address('otto-2')
  const change = (by: typeof client) => by.auth.updateUser({ email })
  expect((await change(client)).error?.status).toBe(500)
  const { client: fresh } = await signedIn('otto')
  // Somebody else's session must not profit from the owner's sign-in.
  expect((await change(client)).error?.status).toBe(500)
  expect(await stack.mails(email)).toEqual([])
  expect((await fresh.rpc('approve_new_address', { email })).error).toBeNull()
  expect((await change(fresh)).error).toBeNull()
  for (const name of ['otto-2', 'otto']) expect((await confirm(name)).error).toBeNull()
  expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
})

describe('a sign-up with the address of another person', () => {
  const strangers = 'strangers-one-1'

  test('does not get in once the owner signed up as well and confirmed', async () => {
    await signUp('paul', strangers)
    await signUp('paul')
    const client = stack.client()
    expect((await confirm('paul', client)).error).toBeNull()
    expect((await signIn('paul', strangers)).error?.code).toBe('invalid_credentials')
    expect((await client.rpc('has_password')).data).toBe(false)
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull()
    expect((await client.rpc('has_password')).data).toBe(true)
    expect((await signIn('paul')).error).toBeNull()
  })

  test('does not get in once the owner confirmed from elsewhere', async () => {
    await signUp('quin', strangers)
    await stack.sql(
      `update private.sign_ups s set address = private.hash_of_address('192.0.2.7')
         from auth.users u where u.id = s.user_id and u.email = 'quin@example.test'`,
    )
    expect((await confirm('quin')).error).toBeNull()
    expect((await signIn('quin', strangers)).error?.code).toBe('invalid_credentials')
  })

  test('does not get in once the owner requested a new password', async () => {
    const email = address('rosa')
    await signUp('rosa', strangers)
    const client = stack.client()
    expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull()
    expect((await confirm('rosa', client)).error).toBeNull()
    expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull()
    expect((await signIn('rosa', strangers)).error?.code).toBe('invalid_credentials')
    expect((await signIn('rosa')).error).toBeNull()
  })
})
