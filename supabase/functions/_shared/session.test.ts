import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { createHmac } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWK } from 'jose'
import { verifiedUser } from './session.ts'

const ADA = '00000000-0000-4000-8000-00000000000a'
const member = { sub: ADA, role: 'authenticated', aud: 'authenticated' }
const refused = { status: 401, token: 'not_signed_in' }

async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }
  const sign = (claims: Record<string, unknown>, seconds = 60) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(privateKey)
  return { jwk, sign, publicKey }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

Deno.test('a session is verified by the published keys, which are fetched once', async (t) => {
  const [one, two, foreign] = await Promise.all(['one', 'two', 'foreign'].map(newKey))
  if (!one || !two || !foreign) throw new Error('unreachable')
  const keys = [one.jwk]
  let asked = 0
  await using server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, (request) => {
    assert.equal(new URL(request.url).pathname, '/auth/v1/.well-known/jwks.json')
    asked += 1
    return Response.json({ keys })
  })
  Deno.env.set('SUPABASE_URL', `http://127.0.0.1:${server.addr.port}`)

  await t.step('one request for many tokens', async () => {
    for (let n = 0; n < 20; n += 1) assert.equal(await verifiedUser(await one.sign(member)), ADA)
    assert.equal(asked, 1)
  })

  await t.step('what was not signed by them is refused', async () => {
    const valid = await one.sign(member)
    const [head = '', body = '', signature = ''] = valid.split('.')
    const payload = { ...member, exp: Math.floor(Date.now() / 1000) + 60 }
    const hs256 = `${encode({ alg: 'HS256', kid: 'one', typ: 'JWT' })}.${encode(payload)}`
    const secrets = [await exportSPKI(one.publicKey), JSON.stringify(one.jwk), one.jwk.x ?? '']
    const forged = [
      '',
      'a.b.c',
      `${head}.${encode({ ...payload, sub: 'x' })}.${signature}`,
      `${head}.${body}.`,
      `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`,
      `${encode({ alg: 'none', kid: 'one', typ: 'JWT' })}.${encode(payload)}.${signature}`,
      ...secrets.map(
        (secret) => `${hs256}.${createHmac('sha256', secret).update(hs256).digest('base64url')}`,
      ),
      await foreign.sign(member),
      await one.sign(member, -1),
      await one.sign({ ...member, role: 'service_role' }),
      await one.sign({ ...member, role: 'anon' }),
      await one.sign({ ...member, aud: 'other' }),
      await one.sign({ role: 'authenticated', aud: 'authenticated' }),
    ]
    for (const token of forged) await assert.rejects(verifiedUser(token), refused, token)
    assert.ok(asked <= 2, `foreign keys made ${asked} requests`)
  })

  Deno.env.delete('SUPABASE_URL')
})

Deno.test('if the published keys cannot be fetched, a session is not rejected and the network error is thrown', async () => {
  const { sign } = await newKey('one')
  const token = await sign(member)
  await assert.rejects(
    verifiedUser(token, () => Promise.reject(new TypeError('fetch failed'))),
    /fetch failed/,
  )
})
