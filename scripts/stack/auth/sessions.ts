import { randomInt, randomUUID } from 'node:crypto'
import type { Asked, Context, Db } from './context.ts'
import { AuthError } from './errors.ts'
import { shownUser, userById, type User } from './users.ts'

/** How a user was authenticated, as in the token's claim `amr`. */
export type Method = 'password' | 'otp' | 'totp' | 'recovery'

export type Session = {
  id: string
  user_id: string
  aal: 'aal1' | 'aal2'
  created_at: Date
  refreshed_at: Date | null
}

const TOKEN_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const TOKEN_LENGTH = 12

/** Opens a session of a user; returns it as GoTrue does after a sign-in. */
export async function openSession(
  context: Context,
  db: Db,
  user: User,
  method: Method,
  asked: Pick<Asked, 'address' | 'userAgent'>,
) {
  const id = randomUUID()
  await db.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
     values ($1, $2, now(), now(), 'aal1', $3, $4)`,
    [id, user.id, asked.userAgent, asked.address],
  )
  const refreshToken = await addRefreshToken(db, user.id, id, '')
  await db.query(
    'update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1',
    [user.id],
  )
  await addMethod(db, id, method)
  return sessionAnswer(context, db, user.id, id, refreshToken)
}

export async function addRefreshToken(db: Db, userId: string, sessionId: string, parent: string) {
  const token = Array.from(
    { length: TOKEN_LENGTH },
    () => TOKEN_LETTERS[randomInt(TOKEN_LETTERS.length)],
  ).join('')
  await db.query(
    `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ('00000000-0000-0000-0000-000000000000', $1, $2, false, now(), now(), $3, $4)`,
    [token, userId, parent, sessionId],
  )
  return token
}

/** Adds a further way by which the session's user was authenticated. */
export async function addMethod(db: Db, sessionId: string, method: Method): Promise<void> {
  await db.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, now(), now(), $3)
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [randomUUID(), sessionId, method],
  )
}

/** The current tokens of a session and its user, as a response. */
export async function sessionAnswer(
  context: Context,
  db: Db,
  userId: string,
  sessionId: string,
  refreshToken: string,
) {
  const user = await userById(db, userId)
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  const seconds = context.config.jwt_expiry
  const accessToken = await context.tokens.sign(
    await claimsOf(context, db, user, sessionId),
    seconds,
  )
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: seconds,
    expires_at: Math.floor(Date.now() / 1000) + seconds,
    refresh_token: refreshToken,
    user: await shownUser(db, user),
  }
}

async function claimsOf(context: Context, db: Db, user: User, sessionId: string) {
  const methods = await db.query<{ method: Method; timestamp: number }>(
    `select authentication_method as method, extract(epoch from updated_at)::int as timestamp
       from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [sessionId],
  )
  return {
    iss: context.issuer,
    sub: user.id,
    aud: 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role,
    aal: methods.rows.some(({ method }) => method === 'totp') ? 'aal2' : 'aal1',
    amr: methods.rows,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
  }
}

const InvalidJwt = (why: string) =>
  new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`)

/** The signed-in caller and the session of its token; refuses if the session has ended. */
export async function signedIn(
  { pool, tokens }: Context,
  asked: Asked,
): Promise<{ user: User; session: Session }> {
  const token = /^Bearer\s+(\S+)$/i.exec(asked.headers.get('authorization') ?? '')?.[1]
  if (!token || token.startsWith('sb_')) {
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  }
  const claims = await tokens.verifyToken(token)
  if (!claims) throw InvalidJwt('token is not of this project or has expired')
  const { sub = '', session_id: sessionId } = claims
  const user = sub ? await userById(pool, sub) : undefined
  if (!user) {
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  }
  const found = await pool.query<Session>(
    'select id, user_id, aal, created_at, refreshed_at from auth.sessions where id = $1 and user_id = $2',
    [sessionId ?? null, sub],
  )
  const session = found.rows[0]
  if (!session) {
    throw new AuthError(
      403,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    )
  }
  return { user, session }
}

/** Deletes sessions of a user: the current one, the others, or all. */
export async function endSessions(
  db: Db,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<void> {
  await db.query(
    `delete from auth.sessions
      where user_id = $1 and ($2::uuid is null or id = $2) and ($3::uuid is null or id <> $3)`,
    [userId, which.only ?? null, which.except ?? null],
  )
}
