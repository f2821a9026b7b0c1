import { jwtVerify, SignJWT } from 'jose'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Claims = { sub?: string; role: string; exp?: number; [claim: string]: unknown }
export type ApiKeyRole = 'anon' | 'service_role'

type Secrets = {
  publishableKey: string
  secretKey: string
  jwtSecret: string
  sandboxSecretKey: string
  sandboxWebhookSecret: string
}

export type Tokens = Secrets & {
  verifyToken(jwt: string): Promise<Claims | null>
  isApiKey(key: string): ApiKeyRole | null
  sign(claims: Record<string, unknown>, seconds: number): Promise<string>
}

/** The keys of this stack: made at its first start, kept with its data, worth nothing elsewhere. */
export function loadTokens(stateDir: string): Tokens {
  const secrets = loadSecrets(join(stateDir, 'secrets.json'))
  const key = new TextEncoder().encode(secrets.jwtSecret)
  return {
    ...secrets,
    async verifyToken(jwt) {
      try {
        const { payload } = await jwtVerify(jwt, key, { algorithms: ['HS256'] })
        return typeof payload.role === 'string' ? { ...payload, role: payload.role } : null
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
    sign: (claims, seconds) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(key),
  }
}

function loadSecrets(file: string): Secrets {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets
  const secrets = {
    publishableKey: `sb_publishable_${random(24)}`,
    secretKey: `sb_secret_${random(24)}`,
    jwtSecret: random(48),
    sandboxSecretKey: `sandbox_${random(24)}`,
    sandboxWebhookSecret: random(32),
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 })
  return secrets
}

function random(size: number): string {
  return randomBytes(size).toString('base64url')
}
