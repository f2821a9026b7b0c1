// Sends tokens that are forged, stolen, expired or claim too many rights to every service that reads tokens.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { base64url, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWK } from 'jose'
import { createHmac, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadTokens } from 'local-supabase/tokens.ts'
import {
  anonymous,
  newMember,
  signIn,
  stack,
  withSecondFactor,
  type Member,
} from '../api/harness.ts'
import { run } from '../access/database.ts'
import { hear } from './sockets.ts'

let brand: Member
let victim: Member
let staffMember: Member
let keys: JWK[]
let sign: (claims: Record<string, unknown>, seconds: number) => Promise<string>

beforeAll(async () => {
  brand = await newMember('brand')
  victim = await newMember('brand')
  const appointed = await newMember('brand')
  await run('select private.appoint_staff($1)', [appointed.id])
  staffMember = await withSecondFactor(appointed)
  const published = await fetch(`${stack.apiUrl}/auth/v1/.well-known/jwks.json`)
  keys = ((await published.json()) as { keys: JWK[] }).keys
  const folder = process.env['STACK_DIR']
  if (folder) sign = (await loadTokens(folder)).sign
})

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >

/** Claims that an attacker wants: to be the victim, the service role, or staff with a second factor. */
const wishes = () => [
  { ...claimsOf(brand.token), sub: victim.userId },
  { ...claimsOf(victim.token), role: 'service_role' },
  { ...claimsOf(staffMember.token), aal: 'aal2' },
]
const part = (value: object) => base64url.encode(JSON.stringify(value))

/** Every way to write a token without the private key. */
async function forgeries(claims: Record<string, unknown>): Promise<Record<string, string>> {
  const [known = {}] = keys
  const [, , signature = ''] = victim.token.split('.')
  const own = await generateKeyPair('ES256', { extractable: true })
  const ownPublic = await exportJWK(own.publicKey)
  const es256 = (header: object) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...header }).sign(own.privateKey)
  const hs256 = (secret: string, header: object = {}) => {
    const body = `${part({ alg: 'HS256', typ: 'JWT', kid: known.kid, ...header })}.${part(claims)}`
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
  }
  const unsigned = new UnsecuredJWT(claims).encode()
  return {
    'alg none': unsigned,
    'alg nOnE': `${part({ alg: 'nOnE', kid: known.kid })}.${part(claims)}.`,
    'alg none with a signature': `${part({ alg: 'none', kid: known.kid })}.${part(claims)}.${signature}`,
    'HS256 with the public key as JSON': hs256(JSON.stringify(known)),
    'HS256 with a coordinate of the public key': hs256(String(known.x)),
    'HS256 with the publishable key': hs256(stack.publishableKey),
    'HS256 with nothing': hs256(''),
    'HS256 with a known secret': hs256('super-secret-jwt-token-with-at-least-32-characters-long'),
    'a key of its own under our kid': await es256({ kid: known.kid }),
    'a key of its own without kid': await es256({}),
    'a key in the header': await es256({ kid: 'mine', jwk: ownPublic }),
    'an address of keys in the header': await es256({ kid: 'mine', jku: `${stack.mailUrl}/keys` }),
    'a kid that is a path': hs256('', { kid: '../../../../dev/null' }),
    'a kid that is SQL': await es256({ kid: `' union select 'x` }),
    'a kid of the prototype': await es256({ kid: '__proto__' }),
    'a critical header': await es256({ kid: known.kid, crit: ['b64'], b64: true }),
    'the signature of another token': `${victim.token.split('.')[0]}.${part(claims)}.${signature}`,
    'a signature of zeros': `${victim.token.split('.')[0]}.${part(claims)}.${base64url.encode(new Uint8Array(64))}`,
    'no signature': `${victim.token.split('.')[0]}.${part(claims)}.`,
    'two parts': `${victim.token.split('.')[0]}.${part(claims)}`,
    'four parts': `${victim.token}.${part(claims)}`,
  }
}

// Where a token is read -------------------------------------------------------------------------
type Service = (token: string) => Promise<number>
const headersOf = (token: string) => ({
  apikey: stack.publishableKey,
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})
const call =
  (path: string, body?: object): Service =>
  async (token) => {
    const request = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const answer = await fetch(stack.apiUrl + path, { headers: headersOf(token), ...request })
    await answer.body?.cancel()
    return answer.status
  }
const services: Record<string, Service> = {
  'the Data API': call('/rest/v1/profiles?select=*'),
  'a function': call('/rest/v1/rpc/export_my_data', {}),
  Auth: call('/auth/v1/user'),
  'the admin API': call('/auth/v1/admin/users'),
  Storage: call('/storage/v1/object/list/attachments', { prefix: '' }),
  'an edge function': call('/functions/v1/checkout', { order_id: randomUUID() }),
  'the function of the chat': call('/functions/v1/chat-token', {}),
  broadcasts: call('/realtime/v1/api/broadcast', {
    messages: [{ topic: 'conversation:x:y', event: 'typing', payload: {}, private: true }],
  }),
}
const names = Object.keys(services)
const REFUSED = [400, 401, 403]

describe.each(names)('%s', (name) => {
  test('accepts a valid token', async () => {
    // 403 shows that the token was accepted: the member is no administrator, or the order is not theirs.
    expect([200, 202, 403, 503]).toContain(await services[name]?.(victim.token))
  })

  test('rejects every forged token', async () => {
    for (const claims of wishes()) {
      for (const [kind, token] of Object.entries(await forgeries(claims))) {
        expect(REFUSED, kind).toContain(await services[name]?.(token))
      }
    }
  })

  test('rejects tokens that our own key signed for a past time or another role', async () => {
    const claims = claimsOf(victim.token)
    const { exp: _exp, iat: _iat, ...lasting } = claims
    expect(REFUSED, 'expired').toContain(await services[name]?.(await sign(lasting, -120)))
    // Auth and broadcasts do not use the role of a token.
    if (name === 'Auth' || name === 'broadcasts') return
    for (const role of ['postgres', 'supabase_admin', 'authenticator', 'nobody', '', 7, null]) {
      const status = await services[name]?.(await sign({ ...lasting, role }, 60))
      expect([...REFUSED, 404], String(role)).toContain(status)
    }
  })
})

test('Realtime rejects forged tokens', async () => {
  const honest = clientWith(victim.token)
  await honest.realtime.setAuth(victim.token)
  const own = await hear(honest, { table: 'notifications' })
  expect(own.status, 'a real one').toBe('SUBSCRIBED')
  await own.stop()
  for (const claims of wishes()) {
    for (const [kind, token] of Object.entries(await forgeries(claims))) {
      const client = clientWith(token)
      await client.realtime.setAuth(token)
      const heard = await hear(client, { table: 'notifications' })
      expect(heard.status, kind).not.toBe('SUBSCRIBED')
      await heard.stop()
    }
  }
})

// Ended sessions -------------------------------------------------------------------------------
test('an ended session cannot be refreshed, act as staff or request a payout, although its token is valid', async () => {
  const creator = await withSecondFactor(await newMember('kol'))
  const acts = [
    { who: staffMember, name: 'list_settings', args: {} },
    { who: creator, name: 'request_payout', args: payout() },
  ]
  for (const { who, name, args } of acts) {
    const { data } = await who.client.auth.getSession()
    await run('delete from auth.sessions where id = $1', [claimsOf(who.token)['session_id']])
    const refresh = { refresh_token: data.session?.refresh_token ?? '' }
    expect((await anonymous().auth.refreshSession(refresh)).data.session).toBeNull()
    const { error } = await clientWith(who.token).rpc(name, args)
    expect(error?.message, name).toBe('session_ended')
    expect(REFUSED).toContain(await services['Auth']?.(who.token))
  }
})

test('a guessed or changed refresh token is refused, also with the user id of another member', async () => {
  const { client } = await signIn(brand.email)
  const { data } = await client.auth.getSession()
  const refresh = data.session?.refresh_token ?? ''
  const guesses = [
    '',
    'x',
    '%',
    `${refresh}x`,
    refresh.slice(1),
    '00000000',
    `' or 1=1 --`,
    '\u0000',
  ]
  for (const guess of guesses) {
    const answer = await fetch(`${stack.apiUrl}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: headersOf(stack.publishableKey),
      body: JSON.stringify({ refresh_token: guess, user_id: victim.userId }),
    })
    expect(REFUSED, guess).toContain(answer.status)
  }
})

test('the admin API of Auth refuses the publishable key, the token of a member and guessed keys', async () => {
  const admin = `${stack.apiUrl}/auth/v1/admin/users`
  for (const apikey of [stack.publishableKey, brand.token, 'service_role', '']) {
    const answer = await fetch(admin, { headers: { apikey, authorization: `Bearer ${apikey}` } })
    expect(REFUSED, apikey.slice(0, 20)).toContain(answer.status)
  }
})

const payout = () => ({
  amount_minor: 500,
  currency: 'USD',
  method: randomUUID(),
  idempotency_key: randomUUID(),
})

function clientWith(token: string): SupabaseClient {
  return createClient(stack.apiUrl, stack.publishableKey, { accessToken: async () => token })
}
