import { createClient } from '@supabase/supabase-js'
import { exportSPKI, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { forAllTests } from './for-all-tests.ts'
import { startTestStack } from './test-stack.ts'
import { rotateKeys } from './tokens.ts'

const stack = forAllTests(startTestStack)

const keySet = async () =>
  (await (await fetch(`${stack.apiUrl}/auth/v1/.well-known/jwks.json`)).json()) as {
    keys: JWK[]
  }
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The status with which each service of the API answers a token. */
async function answers(token: string): Promise<number[]> {
  const ask = async (path: string, method = 'GET') =>
    (
      await fetch(stack.apiUrl + path, {
        method,
        headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}` },
      })
    ).status
  return Promise.all([
    ask('/rest/v1/profiles?select=user_id'),
    ask('/auth/v1/user'),
    ask('/storage/v1/object/authenticated/attachments/x/y.txt'),
    ask('/functions/v1/hello', 'POST'),
  ])
}

/** True if Realtime accepts the token. */
async function joins(token: string): Promise<boolean> {
  const client = createClient(stack.apiUrl, stack.publishableKey, {
    accessToken: async () => token,
    realtime: { transport: WebSocket as never },
  })
  await client.realtime.setAuth() // without this, the client joins with its key and sends its token later
  try {
    return await new Promise<boolean>((resolve) => {
      client.channel('any').subscribe((status) => resolve(status === 'SUBSCRIBED'))
    })
  } finally {
    await client.removeAllChannels()
    await client.realtime.disconnect()
  }
}

describe('tokens of sessions', () => {
  test('the key set publishes no part of the private key', async () => {
    const { keys } = await keySet()
    expect(keys).toHaveLength(1)
    expect(Object.keys(keys[0] ?? {}).toSorted()).toEqual(
      ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'].toSorted(),
    )
    expect(keys[0]).toMatchObject({ alg: 'ES256', crv: 'P-256', use: 'sig' })
  })

  test('a client verifies the token of a session with the published key', async () => {
    const { client, userId } = await stack.member('ada')
    const { data, error } = await client.auth.getClaims()
    expect(error).toBeNull()
    expect(data?.header.alg).toBe('ES256')
    expect(data?.claims).toMatchObject({
      sub: userId,
      iss: `${stack.apiUrl}/auth/v1`,
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
    })
  })

  test('a forged token is refused by every service', async () => {
    const { client, userId } = await stack.member('bob')
    const valid = (await client.auth.getSession()).data.session?.access_token ?? ''
    expect((await answers(valid)).slice(0, 2)).toEqual([200, 200])
    expect(await joins(valid)).toBe(true)
    const [head = '', body = '', signature = ''] = valid.split('.')
    const { keys } = await keySet()
    const own = keys[0] as JWK
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const staff = { ...payload, role: 'service_role', sub: userId }
    const { privateKey } = await generateKeyPair('ES256')
    const foreign = (kid: string) =>
      new SignJWT({ ...payload }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    const publicKey = await importJWK(own, 'ES256', { extractable: true })
    if (publicKey instanceof Uint8Array) throw new Error('An EC key is no secret.')
    const secrets = [
      await exportSPKI(publicKey),
      JSON.stringify(own),
      JSON.parse(readFileSync(join(stack.stateDir, 'secrets.json'), 'utf8')).jwtSecret as string,
    ]
    const hs256 = (secret: string) => {
      const text = `${encode({ alg: 'HS256', typ: 'JWT', kid: own.kid })}.${encode(staff)}`
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    }
    const forged = {
      'another payload': `${head}.${encode(staff)}.${signature}`,
      'no signature': `${head}.${body}.`,
      'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(staff)}.`,
      'alg none with a key': `${encode({ alg: 'none', kid: own.kid })}.${encode(staff)}.${signature}`,
      'a foreign key': await foreign('foreign'),
      'a foreign key by our name': await foreign(own.kid ?? ''),
      ...Object.fromEntries(secrets.map((secret, n) => [`HS256 ${n}`, hs256(secret)])),
    }
    for (const [name, token] of Object.entries(forged)) {
      const [rest, auth, storage, edge] = await answers(token)
      expect([rest, auth, edge], name).toEqual([401, 403, 401])
      expect(storage, name).toBeGreaterThanOrEqual(400)
      expect(await joins(token), name).toBe(false)
    }
  })

  test('an expired token is refused', async () => {
    const { client, userId } = await stack.member('carl')
    const valid = (await client.auth.getSession()).data.session?.access_token ?? ''
    const { signingKeys } = JSON.parse(
      readFileSync(join(stack.stateDir, 'secrets.json'), 'utf8'),
    ) as { signingKeys: JWK[] }
    const key = signingKeys[0] as JWK & { kid: string }
    const body = JSON.parse(Buffer.from(valid.split('.')[1] ?? '', 'base64url').toString())
    const expired = await new SignJWT({ ...body, sub: userId, exp: 1 })
      .setProtectedHeader({ alg: 'ES256', kid: key.kid })
      .sign(await importJWK(key, 'ES256'))
    const [rest, auth, , edge] = await answers(expired)
    expect([rest, auth, edge]).toEqual([401, 403, 401])
  })

  test('a rotation of keys ends no session', async () => {
    const { client } = await stack.member('dora')
    const [before] = (await keySet()).keys
    const kid = await rotateKeys(stack.stateDir)
    const { keys } = await keySet()
    expect(keys.map((key) => key.kid)).toEqual([kid, before?.kid])
    expect((await client.from('profiles').select('user_id')).data).toHaveLength(1)
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid).toBe(kid)
    expect((await client.from('profiles').select('user_id')).data).toHaveLength(1)
    expect(await joins(token)).toBe(true)
  })
})
