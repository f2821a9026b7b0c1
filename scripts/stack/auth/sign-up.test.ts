import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '../for-all-tests.ts'
import { codeIn, INVITE, linkIn, PASSWORD, startTestStack } from '../test-stack.ts'

const stack = forAllTests(startTestStack)

const invited = { data: { invite_code: INVITE } }

async function signUp(name: string, options: Record<string, unknown> = {}, password = PASSWORD) {
  const client = stack.client()
  const email = `${name}@example.test`
  const answer = await client.auth.signUp({ email, password, options: { ...invited, ...options } })
  return { client, email, ...answer }
}

/** Confirms the address with the link of the newest mail, as the client does on any device. */
async function confirm(email: string, client = stack.client()) {
  const [mail] = await stack.mails(email)
  const { token_hash, type } = linkIn(mail)
  return client.auth.verifyOtp({ token_hash, type })
}

const signIn = (email: string, password = PASSWORD) =>
  stack.client().auth.signInWithPassword({ email, password })

describe('sign-ups', () => {
  test('a sign-up is confirmed by the link of the mail, on any device', async () => {
    const { client, email, data, error } = await signUp('ada')
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ invite_code: INVITE })
    const early = await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect(early.error?.code).toBe('email_not_confirmed')

    const [mail] = await stack.mails(email)
    expect(mail?.Subject).toBe('Confirm your e-mail')
    const link = linkIn(mail)
    expect(link).toMatchObject({ page: `${stack.siteUrl}/auth/callback`, type: 'signup' })
    const confirmed = await confirm(email)
    expect(confirmed.data.session?.user.email).toBe(email)
    expect((await confirm(email)).error?.code).toBe('otp_expired')
    expect((await signIn(email)).error).toBeNull()
  })

  test('a sign-up is confirmed by the code of the mail, too', async () => {
    const { client, email } = await signUp('bob')
    const token = codeIn((await stack.mails(email))[0])
    const { data, error } = await client.auth.verifyOtp({ email, token, type: 'signup' })
    expect(error).toBeNull()
    expect(data.session?.user.email).toBe(email)
  })

  test('a code allows five wrong tries and ten minutes; the link still works after the tries', async () => {
    const { client, email } = await signUp('carl')
    const token = codeIn((await stack.mails(email))[0])
    const wrong = String((Number(token) + 1) % 10 ** 8).padStart(8, '0')
    const verify = (code: string) => client.auth.verifyOtp({ email, token: code, type: 'signup' })
    for (let n = 0; n < 5; n += 1) expect((await verify(wrong)).error?.code).toBe('otp_expired')
    expect((await verify(token)).error?.code).toBe('otp_expired')
    expect((await confirm(email)).error).toBeNull()

    await signUp('carla')
    await stack.sql(
      `update auth.one_time_tokens set created_at = created_at - interval '601 seconds'
        where relates_to = 'carla@example.test'`,
    )
    expect((await confirm('carla@example.test')).error?.code).toBe('otp_expired')
  })

  test('half of a surrogate pair in the metadata becomes U+FFFD, as in GoTrue', async () => {
    const data = { ...invited.data, motto: 'a\ud800b', ['k\udfff']: ['\ud83d', '🧨'] }
    const { data: made, error } = await signUp('sara', { data })
    expect(error).toBeNull()
    expect(made.user?.user_metadata).toMatchObject({ motto: 'a�b', 'k�': ['�', '🧨'] })
  })

  test('a sign-up without an invite is refused with the message of the hook, and creates no user', async () => {
    const { error } = await signUp('dora', { data: {} })
    expect(error).toMatchObject({ status: 422, message: 'invite_required' })
    expect(
      await stack.sql('select from auth.users where email = $1', ['dora@example.test']),
    ).toHaveLength(0)
  })

  test('a sign-up with a weak password is refused with the reasons', async () => {
    const weak = await signUp('finn', {}, 'short')
    expect(weak.error).toMatchObject({
      code: 'weak_password',
      reasons: ['length', 'characters'],
      status: 422,
    })
  })

  test('a sign-up returns the same for a new, a pending and a confirmed address', async () => {
    const first = await signUp('gwen')
    const pending = await signUp('gwen')
    await confirm(first.email)
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

  test('a sign-up with an unknown invite returns the same for a new and a known address', async () => {
    await stack.member('gale')
    const answers = await Promise.all(
      ['gale', 'unknown-gale'].map((name) => signUp(name, { data: { invite_code: 'NO-SUCH' } })),
    )
    expect(answers.map(({ error }) => [error?.status, error?.message])).toEqual([
      [422, 'invite_invalid'],
      [422, 'invite_invalid'],
    ])
  })

  test('a second sign-up or a resend before the confirmation mails a new link that works', async () => {
    const { client, email } = await signUp('hugo')
    await signUp('hugo')
    expect(await stack.mails(email)).toHaveLength(2)
    expect((await client.auth.resend({ type: 'signup', email })).error).toBeNull()
    const mails = await stack.mails(email)
    expect(mails).toHaveLength(3)
    const { token_hash, type } = linkIn(mails[2])
    expect((await client.auth.verifyOtp({ token_hash, type })).error?.code).toBe('otp_expired')
    expect((await confirm(email)).error).toBeNull()
  })

  test('a sign-up that a trigger refuses gets the error of GoTrue', async () => {
    await stack.sql(`create function public.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no' using errcode = 'PT422'; end $$`)
    await stack.sql(
      'create trigger zz_refuse before insert on auth.users for each row execute function public.refuse()',
    )
    const { error } = await signUp('ida')
    await stack.sql('drop function public.refuse() cascade')
    expect(error).toMatchObject({ status: 500, message: 'Database error saving new user' })
  })

  test('a sign-up passes its metadata to triggers as a JSON object', async () => {
    await signUp('nils', { data: { invite_code: INVITE, colour: 'red' } })
    const [row] = await stack.sql<{ kind: string; colour: string }>(
      `select jsonb_typeof(raw_user_meta_data) as kind, raw_user_meta_data ->> 'colour' as colour
         from auth.users where email = 'nils@example.test'`,
    )
    expect(row).toEqual({ kind: 'object', colour: 'red' })
  })

  test('the database stores a hash of the mailed code, not the code', async () => {
    const { email } = await signUp('olga')
    const [mail] = await stack.mails(email)
    const code = codeIn(mail)
    const hash = createHash('sha224')
      .update(email + code)
      .digest('hex')
    expect(linkIn(mail).token_hash).toBe(hash)
    const [row] = await stack.sql<{ row: string }>(
      'select to_jsonb(u)::text as row from auth.users u where email = $1',
      [email],
    )
    expect(row?.row).toContain(hash)
    expect(row?.row).not.toContain(code)
  })
})

/** The property names and types in a response, which must not differ between known and unknown addresses. */
function typesIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(typesIn)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, typesIn(of)]))
}
