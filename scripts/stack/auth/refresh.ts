import { z } from 'zod'
import { transaction, type Asked, type Context, type Db } from './context.ts'
import { AuthError, invalid, read } from './errors.ts'
import { addRefreshToken, sessionAnswer } from './sessions.ts'
import { isBanned, userById } from './users.ts'

const body = z.object({ refresh_token: z.string().default('') })

type Token = {
  id: string
  token: string
  user_id: string
  revoked: boolean
  updated_at: Date
  session_id: string
  not_after: Date | null
}

const refused = (code: string, why: string) =>
  new AuthError(400, code, `Invalid Refresh Token: ${why}`)

/** The route `grant_type=refresh_token`: returns new tokens for a refresh token, which is then used up. */
export async function refresh(context: Context, asked: Asked): Promise<Response> {
  const { refresh_token: given } = read(body, asked.body)
  if (given.length < 12) throw invalid('Refresh token is not valid')
  const outcome = await transaction(context.pool, async (db) => {
    const token = await findToken(db, given)
    const user = await userById(db, token.user_id)
    if (!user) throw refused('refresh_token_not_found', 'Refresh Token Not Found')
    if (isBanned(user)) throw refused('user_banned', 'User Banned')
    if (token.not_after && token.not_after < new Date()) {
      throw refused('session_expired', 'Session Expired')
    }
    const next = await nextToken(context, db, token)
    if (!next) return null
    await db.query(
      `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now(),
         user_agent = $2, ip = $3 where id = $1`,
      [token.session_id, asked.userAgent, asked.address],
    )
    return sessionAnswer(context, db, user.id, token.session_id, next)
  })
  if (outcome) return Response.json(outcome)
  throw refused('refresh_token_already_used', 'Already Used')
}

async function findToken(db: Db, given: string): Promise<Token> {
  const found = await db.query<Token>(
    `select r.id, r.token, r.user_id, r.revoked, r.updated_at, r.session_id, s.not_after
       from auth.refresh_tokens r join auth.sessions s on s.id = r.session_id
      where r.token = $1 for update`,
    [given],
  )
  const token = found.rows[0]
  if (!token) throw refused('refresh_token_not_found', 'Refresh Token Not Found')
  return token
}

/**
 * The new refresh token. Null if a used token is sent again too late: it may have been copied, so
 * every token of the session is then revoked.
 */
async function nextToken({ config }: Context, db: Db, token: Token): Promise<string | null> {
  if (token.revoked) {
    const found = await db.query<{ token: string; parent: string }>(
      `select token, parent from auth.refresh_tokens
        where session_id = $1 and not revoked order by id desc limit 1`,
      [token.session_id],
    )
    const active = found.rows[0]
    // The client has not received the response to its last refresh, so it gets the same token again.
    if (active?.parent === token.token) return active.token
    const reusableUntil = token.updated_at.getTime() + config.refresh_token_reuse_interval * 1000
    if (Date.now() > reusableUntil) {
      if (config.enable_refresh_token_rotation) {
        await db.query(
          'update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and not revoked',
          [token.session_id],
        )
      }
      return null
    }
  }
  await db.query(
    'update auth.refresh_tokens set revoked = true, updated_at = now() where id = $1 and not revoked',
    [token.id],
  )
  return addRefreshToken(db, token.user_id, token.session_id, token.token)
}
