import { createHash, randomInt, randomUUID } from 'node:crypto'
import type { Context, Db } from './context.ts'
import { userById, type User } from './users.ts'

/** The code in a mail, and its hash, which is in the mail's link and in the database. */
export type Issued = { otp: string; hash: string }

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'reauthentication_token'
  | 'email_change_token_new'
  | 'email_change_token_current'

const sentAt: Record<TokenType, string> = {
  confirmation_token: 'confirmation_sent_at',
  recovery_token: 'recovery_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
  email_change_token_new: 'email_change_sent_at',
  email_change_token_current: 'email_change_sent_at',
}

export const TOKEN_TYPES = Object.keys(sentAt) as TokenType[]

export const hashOf = (email: string, otp: string) =>
  createHash('sha224')
    .update(email + otp)
    .digest('hex')

/** Makes a code for `email`, which replaces earlier codes of the same kind. */
export async function issueToken(
  { config }: Pick<Context, 'config'>,
  db: Db,
  userId: string,
  type: TokenType,
  email: string,
): Promise<Issued> {
  const length = config.email.otp_length
  const otp = String(randomInt(10 ** length)).padStart(length, '0')
  const hash = hashOf(email, otp)
  await db.query(
    `update auth.users set ${type} = $2, ${sentAt[type]} = now(), updated_at = now() where id = $1`,
    [userId, hash],
  )
  await db.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [
    userId,
    type,
  ])
  await db.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3, $4, $5, now() at time zone 'utc', now() at time zone 'utc')`,
    [randomUUID(), userId, type, hash, email],
  )
  return { otp, hash }
}

/** The user to whom a link was mailed, and its kind; undefined for an unknown or expired link (`otp_expiry`). */
export async function findByHash(
  { config }: Pick<Context, 'config'>,
  db: Db,
  hash: string,
  types: TokenType[],
): Promise<{ user: User; type: TokenType } | undefined> {
  const found = await db.query<{ user_id: string; token_type: TokenType }>(
    `select user_id, token_type from auth.one_time_tokens
      where token_hash = $1 and token_type = any($2::auth.one_time_token_type[])
        and created_at > (now() at time zone 'utc') - make_interval(secs => $3)
      for update`,
    [hash, types, config.email.otp_expiry],
  )
  const token = found.rows[0]
  const user = token && (await userById(db, token.user_id))
  return user && { user, type: token.token_type }
}

export async function spendTokens(db: Db, userId: string, types: TokenType[]): Promise<void> {
  const emptied = types.map((type) => `${type} = ''`).join(', ')
  await db.query(`update auth.users set ${emptied}, updated_at = now() where id = $1`, [userId])
  await db.query(
    'delete from auth.one_time_tokens where user_id = $1 and token_type = any($2::auth.one_time_token_type[])',
    [userId, types],
  )
}
