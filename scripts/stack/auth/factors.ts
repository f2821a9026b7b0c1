import { randomUUID } from 'node:crypto'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { challengeRoutes, type Caller } from './challenges.ts'
import { transaction, type Asked, type Context } from './context.ts'
import { AuthError, invalid, read } from './errors.ts'
import { signedIn, type Session } from './sessions.ts'
import { newTotpSecret } from './totp.ts'
import { factorsOf, type Factor, type User } from './users.ts'

/** The time after which an unverified factor may be replaced by another. */
const UNVERIFIED_S = 5 * 60

const enrolBody = z.object({
  factor_type: z.string().default(''),
  friendly_name: z.string().default(''),
  issuer: z.string().default(''),
})

/** The routes `/factors`, which enrol, challenge, verify and remove a second factor. */
export function factorRoutes(context: Context) {
  const challenges = challengeRoutes(context)

  return async function answer(asked: Asked): Promise<Response> {
    const caller = await signedIn(context, asked)
    const [, , id, act = ''] = asked.path.split('/')
    if (id === undefined && asked.method === 'POST') return enrol(context, caller, asked)
    const factor = (await factorsOf(context.pool, caller.user.id)).find((one) => one.id === id)
    if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
    switch (`${asked.method} ${act}`) {
      case 'POST challenge':
        return challenges.open(factor, asked)
      case 'POST verify':
        return challenges.verify(caller, factor, asked)
      case 'DELETE ':
        return unenrol(context, caller, factor)
      default:
        throw new AuthError(404, 'not_found', 'Not found')
    }
  }
}

async function enrol(context: Context, { user, session }: Caller, asked: Asked) {
  const { mfa } = context.config
  const wish = read(enrolBody, asked.body)
  if (wish.factor_type !== 'totp') {
    if (wish.factor_type === 'phone') {
      throw new AuthError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
    }
    if (wish.factor_type === 'webauthn') {
      throw new AuthError(
        422,
        'mfa_webauthn_enroll_not_enabled',
        'MFA enroll is disabled for WebAuthn',
      )
    }
    throw invalid('factor_type needs to be totp, phone, or webauthn')
  }
  if (!mfa.totp.enroll_enabled) {
    throw new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
  }
  await assertMayEnrol(context, user, session, wish.friendly_name)
  const [id, secret] = [randomUUID(), newTotpSecret()]
  await context.pool.query(
    `insert into auth.mfa_factors
       (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values ($1, $2, $3, 'totp', 'unverified', $4, now(), now())`,
    [id, user.id, wish.friendly_name, secret],
  )
  const issuer = wish.issuer || new URL(context.siteUrl).host
  const uri = otpauth(issuer, user.email ?? '', secret)
  const totp = { qr_code: renderSVG(uri), secret, uri }
  return Response.json({ id, type: 'totp', friendly_name: wish.friendly_name, totp })
}

function otpauth(issuer: string, account: string, secret: string): string {
  const query = new URLSearchParams({
    algorithm: 'SHA1',
    digits: '6',
    issuer,
    period: '30',
    secret,
  })
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query}`
}

async function assertMayEnrol(
  { pool, config }: Context,
  user: User,
  session: Session,
  name: string,
) {
  await pool.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
       and created_at < now() - make_interval(secs => $2)`,
    [user.id, UNVERIFIED_S],
  )
  const factors = await factorsOf(pool, user.id)
  if (name && factors.some(({ friendly_name: taken }) => taken === name)) {
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    )
  }
  if (factors.length >= config.mfa.max_enrolled_factors) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  }
  if (session.aal !== 'aal2' && factors.some(({ status }) => status === 'verified')) {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  }
}

async function unenrol(context: Context, { user, session }: Caller, factor: Factor) {
  if (factor.status === 'verified' && session.aal !== 'aal2') {
    throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
  }
  await removeFactor(context, factor)
  if (factor.status === 'verified') {
    context.mailer.notify('mfa_factor_unenrolled', user, { FactorType: 'totp' })
  }
  return Response.json({ id: factor.id })
}

/** Removes a factor, and lowers the sessions that were raised by it. */
export async function removeFactor({ pool }: Context, factor: Factor): Promise<void> {
  await transaction(pool, async (db) => {
    await db.query('delete from auth.mfa_factors where id = $1', [factor.id])
    await db.query(
      `delete from auth.mfa_amr_claims c using auth.sessions s
        where s.id = c.session_id and s.factor_id = $1 and c.authentication_method = 'totp'`,
      [factor.id],
    )
    await db.query(
      `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
        where user_id = $2 and factor_id = $1`,
      [factor.id, factor.user_id],
    )
  })
}
