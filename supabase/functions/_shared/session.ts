import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { requiredSetting } from './environment.ts'
import { Refusal } from './errors.ts'

// The platform's own check (`verify_jwt`) only supports the shared secret of older projects. Sessions of this project
// are signed with a private key, and the project publishes the public key.
const ALGORITHMS = ['ES256', 'RS256', 'EdDSA']
/** How long published keys are cached, as on the platform, which publishes a new key before it signs with it. */
const KEPT_MS = 10 * 60_000

let published: JWTVerifyGetKey | undefined

/** The published keys, fetched every ten minutes, and at most twice a minute when a token names an unknown key. */
function publishedKeys(): JWTVerifyGetKey {
  const address = `${requiredSetting('SUPABASE_URL')}/auth/v1/.well-known/jwks.json`
  return (published ??= createRemoteJWKSet(new URL(address), { cacheMaxAge: KEPT_MS }))
}

/** The id of the user of a session token; refuses tokens that this project has not signed. */
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

/** True if the token is invalid; false if the keys could not be fetched, so that the token could not be verified. */
function isRefused(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^ERR_(JWT|JWS|JOSE_ALG|JOSE_NOT_SUPPORTED|JWKS_NO_MATCHING_KEY)/.test(code)
}
