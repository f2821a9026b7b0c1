import { z } from 'zod'
import { transaction, type Asked, type Context, type Db } from './context.ts'
import { confirmEmailChange } from './email-change.ts'
import { AuthError, invalid, read } from './errors.ts'
import { findByHash, hashOf, spendTokens, type TokenType } from './one-time-tokens.ts'
import { openSession } from './sessions.ts'
import { isBanned, normalEmail, userById, type User } from './users.ts'

const body = z.object({
  type: z.string().default(''),
  token: z.string().default(''),
  token_hash: z.string().default(''),
  email: z.string().default(''),
  phone: z.string().default(''),
})

const typesOf: Record<string, TokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
}
const HALF_DONE =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'
const expired = (what: 'Token' | 'Email link') =>
  new AuthError(
    403,
    'otp_expired',
    what === 'Token' ? 'Token has expired or is invalid' : 'Email link is invalid or has expired',
  )

/** The route `POST /verify`: opens a session for a typed code, or for the hash of a link. */
export async function verify(context: Context, asked: Asked): Promise<Response> {
  const { type, token, token_hash: hash, ...who } = read(body, asked.body)
  if (!type) throw invalid('Verify requires a verification type')
  if (!token === !hash) throw invalid('Verify requires either a token or a token hash')
  if (!typesOf[type]) throw invalid('Unsupported verification type')
  if (hash && (who.email || who.phone)) {
    throw invalid('Only the token_hash and type should be provided')
  }
  if (token && (!who.email || who.phone)) {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  const user = await (hash
    ? verifyHash(context, asked, type, hash)
    : verifyCode(context, asked, type, normalEmail(who.email), token))
  return Response.json(user ?? { msg: HALF_DONE, code: '200' })
}

function verifyHash(context: Context, asked: Asked, type: string, hash: string) {
  return transaction(context.pool, async (db) => {
    const user = await confirm(context, db, type, hash)
    if (user === null) throw expired('Email link')
    return user && openSession(context, db, user, 'otp', asked)
  })
}

/** Verifies a typed code. Wrong tries are limited, because a code is short enough to be guessed; a link is not. */
async function verifyCode(
  context: Context,
  asked: Asked,
  type: string,
  email: string,
  otp: string,
) {
  const subject = `codes of ${email}`
  context.limits.guess(subject, context.config.email.otp_expiry)
  const outcome = await transaction(context.pool, async (db) => {
    const user = await confirm(context, db, type, hashOf(email, otp))
    return user && openSession(context, db, user, 'otp', asked)
  })
  if (outcome === null) {
    context.limits.wrong(subject)
    throw expired('Token')
  }
  context.limits.forget(subject)
  return outcome
}

/** The route `GET /verify`: a mail's link that leads to the API, which redirects to the client. */
export async function verifyLink(context: Context, asked: Asked): Promise<Response> {
  const hash = asked.query.get('token') ?? ''
  const type = asked.query.get('type') ?? ''
  const target = new URL(context.redirects.of(asked))
  try {
    const answer = await transaction(context.pool, async (db): Promise<Values> => {
      const user = typesOf[type] ? await confirm(context, db, type, hash) : null
      if (user === null) throw expired('Email link')
      if (!user) return { message: HALF_DONE }
      const { user: _, ...session } = await openSession(context, db, user, 'otp', asked)
      return { ...session, type }
    })
    return redirectTo(target, answer)
  } catch (error) {
    if (!(error instanceof AuthError) || error.status >= 500) throw error
    const fault = {
      error: error.status === 403 ? 'access_denied' : 'invalid_request',
      error_code: error.code,
      error_description: error.message,
    }
    return redirectTo(target, fault)
  }
}

type Values = Record<string, string | number>

/** Redirects with the values after `#`, which browsers do not send to servers. */
function redirectTo(target: URL, values: Values): Response {
  const pairs = Object.entries(values).map(([name, value]) => [name, String(value)])
  target.hash = new URLSearchParams([...pairs, ['sb', '']]).toString()
  return new Response(null, { status: 303, headers: { location: target.href } })
}

/** Uses a token up and returns the user; null if the token is unknown, undefined if a second confirmation is missing. */
async function confirm(
  context: Context,
  db: Db,
  type: string,
  hash: string,
): Promise<User | null | undefined> {
  const found = await findByHash(context, db, hash, typesOf[type] ?? [])
  if (!found) return null
  const { user } = found
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned')
  if (type === 'email_change') {
    const moved = await confirmEmailChange(context, db, user, found.type)
    if (moved) context.mailer.notify('email_changed', user, changeOf(user))
    return moved
  }
  await spendTokens(db, user.id, [found.type])
  if (!user.email_confirmed_at) await confirmAddress(db, user.id)
  return (await userById(db, user.id)) ?? null
}

const changeOf = ({ email, email_change: wanted }: User) => ({
  OldEmail: email ?? '',
  Email: wanted ?? '',
})

async function confirmAddress(db: Db, userId: string) {
  await db.query(
    'update auth.users set email_confirmed_at = now(), updated_at = now() where id = $1',
    [userId],
  )
  await db.query(
    `update auth.identities
        set identity_data = identity_data || '{"email_verified": true}', updated_at = now()
      where user_id = $1 and provider = 'email'`,
    [userId],
  )
}
