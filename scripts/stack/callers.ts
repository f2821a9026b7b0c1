import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { answer } from './api/errors.ts'
import type { Claims, Tokens } from './tokens.ts'

export type Caller = { claims: Claims; address: string }

/** Identifies the sender of a request by API key and token; the result may be a refusing response. */
export function identifyCallers(tokens: Tokens) {
  async function keyClaims(c: Context): Promise<Claims | Response> {
    const key = c.req.header('apikey') ?? c.req.query('apikey')
    if (!key) {
      const hint = 'No `apikey` request header or url param was found.'
      return c.json({ message: 'No API key found in request', hint }, 401)
    }
    const role = tokens.isApiKey(key)
    if (!role) {
      return c.json(
        { message: 'Invalid API key', hint: 'Double check your Supabase `apikey`' },
        401,
      )
    }
    if (role === 'service_role' && c.req.header('user-agent')?.startsWith('Mozilla/')) {
      return c.json({ message: 'Forbidden use of secret API key in browser' }, 401)
    }
    return { role }
  }

  /** Identifies a caller by key and token; an invalid token is refused, not ignored. */
  async function identify(c: Context): Promise<Caller | Response> {
    const claims = await keyClaims(c)
    if (claims instanceof Response) return claims
    const address = addressOf(c)
    const token = bearer(c)
    if (!token) return { claims, address }
    const verified = await tokens.verifyToken(token)
    if (verified) return { claims: verified, address }
    const message = isExpired(token) ? 'JWT expired' : 'JWSError JWSInvalidSignature'
    return answer(401, { code: isExpired(token) ? 'PGRST303' : 'PGRST301', message })
  }

  return { keyClaims, identify }
}

/** The token of the `Authorization` header; null if the header repeats the API key. */
export function bearer(c: Context): string | null {
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  return token && !token.startsWith('sb_') ? token : null
}

/** The caller's network address. Headers that name one are ignored, because the gateway has no proxy in front of it. */
export function addressOf(c: Context): string {
  return getConnInfo(c).remote.address ?? '127.0.0.1'
}

function isExpired(token: string): boolean {
  try {
    const payload: unknown = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    )
    const exp =
      typeof payload === 'object' && payload && 'exp' in payload ? Number(payload.exp) : Infinity
    return exp * 1000 < Date.now()
  } catch {
    return false
  }
}
