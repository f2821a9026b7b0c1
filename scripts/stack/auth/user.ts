import { z } from 'zod'
import { transaction, type Asked, type Context } from './context.ts'
import { sendEmailChange } from './email-change.ts'
import { AuthError, invalid, read } from './errors.ts'
import { hashOf, issueToken, spendTokens } from './one-time-tokens.ts'
import { assertStrong, hashPassword, isPassword } from './passwords.ts'
import { endSessions, signedIn, type Method, type Session } from './sessions.ts'
import { factorsOf, normalEmail, shownUser, userById, type User } from './users.ts'

/** A session younger than this needs no further proof (`secure_password_change`). */
const RECENT_MS = 24 * 60 * 60_000
/** Sign-ins by mail. Such a user may set a password without the old one, which they may have forgotten. */
const byMail: Method[] = ['otp', 'recovery']

const changes = z.object({
  email: z.string().optional(),
  password: z.string().optional(),
  current_password: z.string().optional(),
  nonce: z.string().default(''),
  data: z.record(z.string(), z.unknown()).nullish(),
  app_metadata: z.unknown().optional(),
  phone: z.string().default(''),
})
type Changes = z.infer<typeof changes>

export async function getUser(context: Context, asked: Asked): Promise<Response> {
  const { user } = await signedIn(context, asked)
  return Response.json(await shownUser(context.pool, user))
}

/** The route `PUT /user`, with which users change their own account. */
export async function updateUser(context: Context, asked: Asked): Promise<Response> {
  const { user, session } = await signedIn(context, asked)
  const wish = read(changes, asked.body)
  if (wish.app_metadata !== undefined) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  if (wish.phone) {
    throw new AuthError(422, 'phone_provider_disabled', 'Unsupported phone provider')
  }
  const email = wish.email ? normalEmail(wish.email) : user.email
  if (wish.password !== undefined) assertStrong(wish.password, context.config)
  if (wish.password || email !== user.email) await assertSecondFactor(context, user, session)

  if (wish.password)
    await changePassword(context, user, session, { ...wish, password: wish.password })
  if (wish.data) {
    await context.pool.query(
      `update auth.users set raw_user_meta_data = jsonb_strip_nulls(coalesce(raw_user_meta_data, '{}') || $2),
         updated_at = now() where id = $1`,
      [user.id, wish.data],
    )
  }
  if (email && email !== user.email) {
    context.limits.mail('email_change', user.email ?? '', asked.address)
    await sendEmailChange(context, user, email, asked)
  }
  const changed = await userById(context.pool, user.id)
  return Response.json(await shownUser(context.pool, changed ?? user))
}

/** Requires a session with the second factor for a change of password or address, if the user has one. */
async function assertSecondFactor({ pool }: Context, user: User, session: Session) {
  const factors = await factorsOf(pool, user.id)
  if (session.aal === 'aal2' || !factors.some(({ status }) => status === 'verified')) return
  throw new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  )
}

async function changePassword(
  context: Context,
  user: User,
  session: Session,
  { password, current_password: current, nonce }: Changes & { password: string },
) {
  const { pool, config } = context
  if (
    config.email.secure_password_change &&
    Date.now() > session.created_at.getTime() + RECENT_MS
  ) {
    await spendNonce(context, user, nonce)
  }
  if (user.encrypted_password) {
    if (config.email.require_current_password && !(await cameByMail(context, session.id))) {
      if (!current) {
        throw new AuthError(
          400,
          'current_password_required',
          'Current password required when setting new password.',
        )
      }
      if (!(await isPassword(pool, current, user.encrypted_password))) {
        throw new AuthError(
          400,
          'current_password_mismatch',
          'Current password required when setting new password.',
        )
      }
    }
    if (await isPassword(pool, password, user.encrypted_password)) {
      throw new AuthError(
        422,
        'same_password',
        'New password should be different from the old password.',
      )
    }
  }
  const hash = await hashPassword(context, password)
  await transaction(pool, async (db) => {
    await db.query(
      'update auth.users set encrypted_password = $2, updated_at = now() where id = $1',
      [user.id, hash],
    )
    await spendTokens(db, user.id, ['recovery_token', 'reauthentication_token'])
    await endSessions(db, user.id, { except: session.id })
  })
  context.mailer.notify('password_changed', user)
}

async function cameByMail({ pool }: Context, sessionId: string): Promise<boolean> {
  const found = await pool.query(
    'select from auth.mfa_amr_claims where session_id = $1 and authentication_method = any($2)',
    [sessionId, byMail],
  )
  return (found.rowCount ?? 0) > 0
}

/** The route `GET /reauthenticate`: mails a code, which an old session needs to change the password. */
export async function reauthenticate(context: Context, asked: Asked): Promise<Response> {
  const { user } = await signedIn(context, asked)
  const email = user.email ?? ''
  if (!user.email_confirmed_at) {
    throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
  }
  context.limits.mail('reauthentication', email, asked.address)
  context.limits.sent()
  const { otp } = await transaction(context.pool, (db) =>
    issueToken(context, db, user.id, 'reauthentication_token', email),
  )
  context.limits.forget(`nonces of ${user.id}`)
  context.mailer.code(user, otp)
  return Response.json({})
}

async function spendNonce(context: Context, user: User, nonce: string) {
  if (!nonce) {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  }
  const seconds = context.config.email.otp_expiry
  const subject = `nonces of ${user.id}`
  context.limits.guess(subject, seconds)
  const sentAt = user.reauthentication_sent_at?.getTime() ?? 0
  const isValid =
    user.reauthentication_token === hashOf(user.email ?? '', nonce) &&
    Date.now() < sentAt + seconds * 1000
  if (!isValid) {
    context.limits.wrong(subject)
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
  await spendTokens(context.pool, user.id, ['reauthentication_token'])
}

export async function logOut(context: Context, asked: Asked): Promise<Response> {
  const { user, session } = await signedIn(context, asked)
  const scope = asked.query.get('scope') || 'global'
  if (!['global', 'local', 'others'].includes(scope)) {
    throw invalid(`Unsupported logout scope "${scope}"`)
  }
  const which = { local: { only: session.id }, others: { except: session.id } }[scope]
  await endSessions(context.pool, user.id, which)
  return new Response(null, { status: 204 })
}
