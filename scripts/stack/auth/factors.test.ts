import { decodeJwt } from 'jose'
import type { SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '../for-all-tests.ts'
import { PASSWORD, startTestStack } from '../test-stack.ts'
import { totpCode, totpStep } from './totp.ts'

const stack = forAllTests(startTestStack)

const claims = async (client: SupabaseClient) =>
  decodeJwt((await client.auth.getSession()).data.session?.access_token ?? '')

async function enrolled(name: string) {
  const member = await stack.member(name)
  const { data, error } = await member.client.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: 'Phone',
  })
  if (error) throw error
  return { ...member, factorId: data.id, totp: data.totp }
}

async function proven(name: string) {
  const member = await enrolled(name)
  const code = totpCode(member.totp.secret)
  const { error } = await member.client.auth.mfa.challengeAndVerify({
    factorId: member.factorId,
    code,
  })
  if (error) throw error
  return member
}

describe('second factors', () => {
  test('a second factor is enrolled with a picture, a secret and an address for the app', async () => {
    const { client, totp } = await enrolled('ada')
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    expect(totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(new URL(totp.uri).searchParams.get('secret')).toBe(totp.secret)
    const before = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(before.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
    const { data } = await client.auth.mfa.listFactors()
    expect(data?.all).toMatchObject([{ status: 'unverified', factor_type: 'totp' }])
    expect(data?.totp).toEqual([])
  })

  test('a second factor raises the session to aal2, also after a refresh', async () => {
    const { client, userId } = await proven('bob')
    expect(await claims(client)).toMatchObject({
      sub: userId,
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
    })
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    const { session_id: session } = await claims(client)
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(await claims(client)).toMatchObject({ aal: 'aal2', session_id: session })
  })

  test('proving a second factor ends sessions without it and earlier refresh tokens', async () => {
    const { client, factorId, totp } = await enrolled('carl')
    const other = await stack.signIn('carl')
    const before = (await client.auth.getSession()).data.session
    const code = totpCode(totp.secret)
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const old = await stack.client().auth.refreshSession({
      refresh_token: before?.refresh_token ?? '',
    })
    expect(old.error?.code).toBe('refresh_token_not_found')
  })

  test('a second factor is required after every sign-in', async () => {
    await proven('dora')
    const client = await stack.signIn('dora')
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  })

  test('a challenge accepts one code only', async () => {
    const { factorId, totp } = await proven('eve')
    const client = await stack.signIn('eve')
    const { data } = await client.auth.mfa.challenge({ factorId })
    const attempt = { factorId, challengeId: data?.id ?? '', code: totpCode(totp.secret) }
    expect((await client.auth.mfa.verify(attempt)).error).toBeNull()
    expect((await client.auth.mfa.verify(attempt)).error?.code).toBe('mfa_ip_address_mismatch')
  })

  test('a second factor is proved in many sessions at once without a server error', async () => {
    const { client, factorId, totp } = await enrolled('nils')
    const others = await Promise.all(Array.from({ length: 4 }, () => stack.signIn('nils')))
    const code = totpCode(totp.secret)
    const answers = await Promise.all(
      [client, ...others, client, ...others].map((one) =>
        one.auth.mfa.challengeAndVerify({ factorId, code }),
      ),
    )
    expect(answers.filter(({ error }) => !error).length).toBeGreaterThan(0)
    const faults = answers.flatMap(({ error }) => ((error?.status ?? 0) >= 500 ? [error] : []))
    expect(faults).toEqual([])
  })

  test('a second factor can be challenged in the same microsecond as the second factor of another user', async () => {
    const [one, other] = [await enrolled('twin'), await enrolled('twin-too')]
    await stack.sql(`
      create sequence public.ticks minvalue 0;
      create function public.halve_the_clock() returns trigger
      language plpgsql security definer as $$
      begin
        NEW.last_challenged_at := to_timestamp(nextval('public.ticks') / 2);
        return NEW;
      end $$;
      create trigger halve_the_clock before update of last_challenged_at on auth.mfa_factors
        for each row execute function public.halve_the_clock()`)
    for (const { client, factorId } of [one, other]) {
      expect((await client.auth.mfa.challenge({ factorId })).error).toBeNull()
    }
    await stack.sql('drop function public.halve_the_clock cascade; drop sequence public.ticks')
  })

  test('a challenge of a second factor ends after five wrong codes or five minutes', async () => {
    const { client, factorId, totp } = await proven('finn')
    const { data: open } = await client.auth.mfa.challenge({ factorId })
    const challengeId = open?.id ?? ''
    for (let n = 0; n < 5; n += 1) {
      const { error } = await client.auth.mfa.verify({ factorId, challengeId, code: '000000' })
      expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
    }
    const code = totpCode(totp.secret)
    const late = await client.auth.mfa.verify({ factorId, challengeId, code })
    expect(late.error?.code).toBe('mfa_factor_not_found')

    const { data: next } = await client.auth.mfa.challenge({ factorId })
    await stack.sql(
      `update auth.mfa_challenges set created_at = created_at - interval '301 seconds' where id = $1`,
      [next?.id],
    )
    const old = await client.auth.mfa.verify({ factorId, challengeId: next?.id ?? '', code })
    expect(old.error?.code).toBe('mfa_challenge_expired')
  })

  test.each([
    ['rejected', 403, 'mfa_verification_rejected', 'Too many wrong codes'],
    ['refused', 403, 'unknown', 'Not from here'],
    // supabase-js drops the error code of a response with status 500.
    ['failed', 500, undefined, 'Broken'],
  ])(
    'sessions end after a wrong code only if the hook rejects it: the hook has %s',
    async (...row) => {
      const [name, status, code, message] = row
      const { client, factorId } = await proven(name)
      const weak = await stack.signIn(name)
      const { error } = await weak.auth.mfa.challengeAndVerify({ factorId, code: '000000' })
      expect([error?.status, error?.code, error?.message]).toEqual([status, code, message])
      const others = [await client.auth.refreshSession(), await weak.auth.refreshSession()]
      const left = others.map((answer) => answer.error?.code)
      const gone = name === 'rejected' ? 'refresh_token_not_found' : undefined
      expect(left).toEqual([gone, gone])
    },
  )

  test('a second factor is removed only with its code, and its sessions fall back to aal1', async () => {
    const { client, factorId, totp } = await proven('gwen')
    const weak = await stack.signIn('gwen')
    expect((await weak.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    })
    const enrol = await weak.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine now' })
    expect(enrol.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    const code = totpCode(totp.secret)
    expect((await weak.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    expect((await weak.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(await claims(client)).toMatchObject({ aal: 'aal1' })
    expect(await stack.mails('gwen@example.test')).toMatchObject([
      { Subject: 'A second factor was removed' },
      { Subject: 'A second factor was added' },
    ])
  })

  test('the password and the address cannot be changed without the second factor', async () => {
    await proven('hugo')
    const weak = await stack.signIn('hugo')
    for (const change of [
      { password: 'another-one-2', current_password: PASSWORD },
      { email: 'hugo-2@example.test' },
    ]) {
      const { error } = await weak.auth.updateUser(change)
      expect(error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    }
  })

  test('an administrator removes a lost second factor', async () => {
    const { client, userId, factorId } = await proven('ida')
    const { data } = await stack.admin.auth.admin.mfa.listFactors({ userId })
    expect(data?.factors).toMatchObject([{ id: factorId, status: 'verified' }])
    expect((await client.auth.admin.mfa.listFactors({ userId })).error?.code).toBe('not_admin')
    const removed = await stack.admin.auth.admin.mfa.deleteFactor({ userId, id: factorId })
    expect(removed.error).toBeNull()
    const again = await stack.signIn('ida')
    const level = await again.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data).toMatchObject({ nextLevel: 'aal1' })
  })

  test('a second factor by phone is refused', async () => {
    const { client } = await stack.member('jack')
    const phone = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+15555550100' })
    expect(phone.error?.code).toBe('mfa_phone_enroll_not_enabled')
  })
})

test('the codes of an authenticator app are those of RFC 6238', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const codes = [59, 1111111109, 1111111111, 1234567890, 2000000000].map((at) =>
    totpCode(secret, totpStep(at * 1000)),
  )
  expect(codes).toEqual(['287082', '081804', '050471', '005924', '279037'])
})
