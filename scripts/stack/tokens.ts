import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type JWK,
} from 'jose'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Claims = { sub?: string; role: string; exp?: number; [claim: string]: unknown }
export type ApiKeyRole = 'anon' | 'service_role'

/** A private key. The first of the list signs new tokens; tokens of the others are still accepted. */
type SigningKey = JWK & { kid: string; retired_at?: number }

type Secrets = {
  publishableKey: string
  secretKey: string
  jwtSecret: string
  signingKeys: SigningKey[]
}

export type Tokens = Omit<Secrets, 'signingKeys'> & {
  /** The claims of a session's token; null if it has expired or no key of this project signed it. */
  verifyToken(jwt: string): Promise<Claims | null>
  isApiKey(key: string): ApiKeyRole | null
  /** Signs a session's token (ES256). */
  sign(claims: Record<string, unknown>, seconds: number): Promise<string>
  /** The public keys, for `/.well-known/jwks.json`. */
  keySet(): { keys: JWK[] }
}

const ALGORITHM = 'ES256'
/** The longest life of a token; config.toml allows a week at most. */
const LONGEST_TOKEN_MS = 7 * 24 * 60 * 60_000
const MOST_VERIFIED = 1000

/** Loads the keys of this stack. They are made at its first start, kept with its data, and useless elsewhere. */
export async function loadTokens(stateDir: string): Promise<Tokens> {
  const file = join(stateDir, 'secrets.json')
  const secrets = await loadSecrets(file)
  let keys = secrets.signingKeys
  let readAt = statSync(file).mtimeMs
  /** A cache of verified tokens, because a client sends the same token with each request. */
  const verified = new Map<string, { kid: string | undefined; claims: Claims }>()

  /** The current keys; read again if the file has changed, because another process may have rotated them. */
  function currentKeys(): SigningKey[] {
    const { mtimeMs } = statSync(file)
    if (mtimeMs !== readAt) {
      keys = (JSON.parse(readFileSync(file, 'utf8')) as Secrets).signingKeys
      readAt = mtimeMs
    }
    return keys
  }

  return {
    ...secrets,
    async verifyToken(jwt) {
      const known = verified.get(jwt)
      const isLasting = (known?.claims.exp ?? 0) * 1000 > Date.now()
      if (isLasting && currentKeys().some(({ kid }) => kid === known?.kid)) return known!.claims
      verified.delete(jwt)
      try {
        const { payload, protectedHeader } = await jwtVerify(
          jwt,
          ({ kid }) => {
            const key = currentKeys().find((known) => known.kid === kid)
            if (!key) throw new Error(`There is no key ${kid}.`)
            return importJWK(publicPart(key), ALGORITHM)
          },
          { algorithms: [ALGORITHM] },
        )
        if (typeof payload.role !== 'string') return null
        const claims = { ...payload, role: payload.role }
        if (verified.size === MOST_VERIFIED) verified.clear()
        verified.set(jwt, { kid: protectedHeader.kid, claims })
        return claims
      } catch {
        return null
      }
    },
    isApiKey: (candidate) =>
      candidate === secrets.publishableKey
        ? 'anon'
        : candidate === secrets.secretKey
          ? 'service_role'
          : null,
    async sign(claims, seconds) {
      const [key] = currentKeys()
      if (!key) throw new Error('There is no signing key.')
      return withLifetime(claims, seconds)
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: key.kid })
        .sign(await importJWK(key, ALGORITHM))
    },
    keySet: () => ({ keys: currentKeys().map(publicPart) }),
  }
}

const withLifetime = (claims: Record<string, unknown>, seconds: number) =>
  new SignJWT(claims).setIssuedAt().setExpirationTime(Math.floor(Date.now() / 1000) + seconds)

/**
 * Makes a new key that signs tokens from now on. Earlier keys are accepted until every token that they signed
 * has expired, so that a rotation ends no session.
 */
export async function rotateKeys(stateDir: string): Promise<string> {
  const file = join(stateDir, 'secrets.json')
  const secrets = await loadSecrets(file)
  const now = Date.now()
  const kept = secrets.signingKeys
    .map((key) => ({ ...key, retired_at: key.retired_at ?? now }))
    .filter((key) => now - key.retired_at < LONGEST_TOKEN_MS)
  const key = await newSigningKey()
  save(file, { ...secrets, signingKeys: [key, ...kept] })
  return key.kid
}

async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk) }
}

function publicPart({ kty, crv, x, y, kid }: SigningKey): JWK {
  return { kty, crv, x, y, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] } as JWK
}

async function loadSecrets(file: string): Promise<Secrets> {
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {}
  if (known.signingKeys) return known as Secrets
  const secrets = {
    publishableKey: `sb_publishable_${random(24)}`,
    secretKey: `sb_secret_${random(24)}`,
    jwtSecret: random(48),
    ...known,
    signingKeys: [await newSigningKey()],
  }
  save(file, secrets)
  return secrets
}

/** Replaces the file atomically, because a running stack may read it at any moment. */
function save(file: string, secrets: Secrets): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function random(size: number): string {
  return randomBytes(size).toString('base64url')
}
