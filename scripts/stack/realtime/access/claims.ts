/** Claims of a verified token. */
export type Claims = { sub?: string; role?: string; exp?: number; [claim: string]: unknown }

/** The claims with which the database evaluates policies. */
export type Subject = {
  /** Identifies the subject: equal for tokens whose claims differ only in their times. */
  readonly key: string
  readonly role: string
  /** The claims as JSON, in the form that policies read. */
  readonly claims: string
  /** The expiry in seconds since 1970; infinite for an API key. */
  readonly expiresAt: number
}

/** The subject of a token. Times are ignored, so that a refreshed token has the same subject. */
export function subjectOf(claims: Claims): Subject {
  const { exp, iat: _iat, ...lasting } = claims
  const role = claims.role ?? 'anon'
  return {
    key: JSON.stringify({ ...lasting, role }),
    role,
    claims: JSON.stringify(claims),
    expiresAt: exp ?? Infinity,
  }
}

/** Why a token was refused, in Supabase's words. The token is unverified, so only its expiry is read. */
export function refusal(token: string): string {
  const exp = unverifiedExpiry(token)
  if (exp === undefined) return 'The token provided is not a valid JWT'
  const age = Math.floor(Date.now() / 1000) - exp
  return age >= 0 ? `Token has expired ${age} seconds ago` : 'Failed to validate JWT signature'
}

function unverifiedExpiry(token: string): number | undefined {
  try {
    const body = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
    const claims = JSON.parse(body) as Claims
    return typeof claims.exp === 'number' ? claims.exp : undefined
  } catch {
    return undefined
  }
}
