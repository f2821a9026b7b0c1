import assert from 'node:assert/strict'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { signedIn } from './signed-in.ts'

const USER = '00000000-0000-4000-8000-00000000000a'

Deno.test('a suspended member may call only functions that read', async (t) => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  const token = await new SignJWT({ sub: USER, role: 'authenticated', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setExpirationTime('1m')
    .sign(privateKey)
  let sessions: { id: string }[] = []
  let profiles: { id: string; suspended_at: string | null }[] = []
  const answers: Record<string, () => unknown> = {
    '/auth/v1/.well-known/jwks.json': () => ({ keys: [jwk] }),
    '/rest/v1/rpc/my_sessions': () => sessions,
    '/rest/v1/profiles': () => profiles,
  }
  await using server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, ({ url }) =>
    Response.json(answers[new URL(url).pathname]?.()),
  )
  Deno.env.set('SUPABASE_URL', `http://127.0.0.1:${server.addr.port}`)
  Deno.env.set('SUPABASE_ANON_KEY', 'anon')

  const request = new Request('http://x', { headers: { authorization: `Bearer ${token}` } })
  const enter = async (readsOnly?: boolean) => (await signedIn(request, { readsOnly })).profileId
  const refused = { status: 403, token: 'not_allowed' }

  await t.step('a member', async () => {
    sessions = [{ id: 's1' }]
    profiles = [{ id: 'p1', suspended_at: null }]
    assert.equal(await enter(), 'p1')
    assert.equal(await enter(true), 'p1')
  })
  await t.step('a suspended member', async () => {
    profiles = [{ id: 'p1', suspended_at: '2026-01-01T00:00:00Z' }]
    await assert.rejects(enter(), refused)
    assert.equal(await enter(true), 'p1')
  })
  await t.step('a user without a profile, and a session that was ended', async () => {
    profiles = []
    await assert.rejects(enter(true), refused)
    sessions = []
    await assert.rejects(enter(true), { status: 403, token: 'session_ended' })
  })

  for (const name of ['SUPABASE_URL', 'SUPABASE_ANON_KEY']) Deno.env.delete(name)
})
