import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { requiredSetting } from './environment.ts'
import { Refusal } from './errors.ts'

// The platform's own check (`verify_jwt`) knows the shared secret of older projects only. Sessions
// are signed with a key pair, whose public half the project publishes.
const ALGORITHMS = ['ES256', 'RS256', 'EdDSA']
/** Keeps the keys as long as the platform does, which publishes a new key before it signs. */
const KEPT_MS = 10 * 60_000

let published: JWTVerifyGetKey | undefined

/** Fetches the keys every ten minutes, and for an unknown key at most twice a minute. */
function publishedKeys(): JWTVerifyGetKey {
  const address = `${requiredSetting('SUPABASE_URL')}/auth/v1/.well-known/jwks.json`
  return (published ??= createRemoteJWKSet(new URL(address), { cacheMaxAge: KEPT_MS }))
}

/** The user whom a token of this project signs in; refuses every other token. */
export async function verifiedUser(token: string, keys = publishedKeys()): Promise<string> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      audience: 'authenticated',
      requiredClaims: ['sub', 'exp'],
    })
    if (payload.role === 'authenticated' && payload.sub) return payload.sub
  } catch (error) {
    if (!isRefused(error)) throw error
  }
  throw new Refusal(401, 'not_signed_in')
}

/** False when the keys could not be fetched, so the token could not be verified. */
function isRefused(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^ERR_(JWT|JWS|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING_KEY)/.test(code)
}
