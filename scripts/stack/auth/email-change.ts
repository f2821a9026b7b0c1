import type pg from 'pg'
import { transaction, type Asked, type Context, type Db } from './context.ts'
import { AuthError } from './errors.ts'
import { issueToken, spendTokens, TOKEN_TYPES, type TokenType } from './one-time-tokens.ts'
import { userByEmail, userById, type User } from './users.ts'

/** Mails a link to the new address, and with `double_confirm_changes` another to the old one. */
export async function sendEmailChange(context: Context, user: User, wanted: string, asked: Asked) {
  const { config, limits, mailer, redirects } = context
  const current = user.email ?? ''
  const isDouble = config.email.double_confirm_changes && current !== ''
  const taken = await userByEmail(context.pool, wanted)
  if (taken && taken.id !== user.id) {
    throw new AuthError(
      422,
      'email_exists',
      'A user with this email address has already been registered',
    )
  }
  limits.sent()
  const issue = (db: Db, type: TokenType, email: string) =>
    issueToken(context, db, user.id, type, email)
  const tokens = await hidingTriggerErrors(context.pool, async (db) => {
    await db.query(
      'update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1',
      [user.id, wanted],
    )
    return {
      forNew: await issue(db, 'email_change_token_new', wanted),
      forCurrent: isDouble ? await issue(db, 'email_change_token_current', current) : undefined,
    }
  })
  const values = { Email: current, NewEmail: wanted }
  const redirectTo = redirects.of(asked)
  for (const email of [current, wanted]) limits.forget(`codes of ${email}`)
  mailer.link('email_change', { ...user, email: wanted }, tokens.forNew, redirectTo, values)
  if (tokens.forCurrent) {
    mailer.link('email_change', user, tokens.forCurrent, redirectTo, values)
  }
}

/** Runs work and hides the message of an error of the project's triggers, as GoTrue does. */
async function hidingTriggerErrors<T>(
  pool: Context['pool'],
  work: (db: pg.PoolClient) => Promise<T>,
) {
  try {
    return await transaction(pool, work)
  } catch (cause) {
    throw new AuthError(500, 'unexpected_failure', 'Error sending email change email', { cause })
  }
}

/** Records one of two confirmations and returns undefined, or changes the address and returns the user. */
export async function confirmEmailChange(
  context: Context,
  db: Db,
  user: User,
  type: TokenType,
): Promise<User | undefined> {
  const isDouble = context.config.email.double_confirm_changes && Boolean(user.email)
  if (isDouble && user.email_change_confirm_status === 0) {
    await spendTokens(db, user.id, [type])
    await db.query('update auth.users set email_change_confirm_status = 1 where id = $1', [user.id])
    return undefined
  }
  await db.query(
    `update auth.identities
        set identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true),
            updated_at = now()
      where user_id = $1 and provider = 'email'`,
    [user.id, user.email_change],
  )
  await db.query(
    `update auth.users set email = email_change, email_change = '', email_change_confirm_status = 0,
       email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now()
      where id = $1`,
    [user.id],
  )
  // All tokens are used up, as in GoTrue, so that no mail to the old address works any more.
  await spendTokens(db, user.id, TOKEN_TYPES)
  return userById(db, user.id)
}
