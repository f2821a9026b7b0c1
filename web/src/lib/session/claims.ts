import type { Session, User } from '@supabase/supabase-js'

export type Level = 'aal1' | 'aal2'

function decode(part: string): unknown {
  const base64 = part.replaceAll('-', '+').replaceAll('_', '/')
  const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
  return JSON.parse(new TextDecoder().decode(bytes))
}

/** Authentication level (`aal`) in an access token. Screens use it as a hint; the database decides. */
export function levelOf(token: string): Level {
  try {
    const claims = decode(token.split('.')[1] ?? '') as { aal?: unknown } | null
    return claims?.aal === 'aal2' ? 'aal2' : 'aal1'
  } catch {
    return 'aal1'
  }
}

export function hasFactor(user: Pick<User, 'factors'> | null): boolean {
  return user?.factors?.some(({ status }) => status === 'verified') ?? false
}

/** True if the password was given but not the code of the second factor. The database then refuses everything. */
export function owesCode({ user, access_token: token }: Pick<Session, 'user' | 'access_token'>) {
  return levelOf(token) === 'aal1' && hasFactor(user)
}
