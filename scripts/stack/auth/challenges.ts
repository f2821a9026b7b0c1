import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import { transaction, type Asked, type Context, type Db } from './context.ts'
import { AuthError, invalid, read } from './errors.ts'
import { addMethod, addRefreshToken, endSessions, sessionAnswer, type Session } from './sessions.ts'
import { isTotpCode } from './totp.ts'
import type { Factor, User } from './users.ts'

const CHALLENGE_S = 5 * 60
/** How often a wrong code may be typed against one challenge. */
const TRIES = 5

const verifyBody = z.object({ challenge_id: z.guid(), code: z.string().default('') })

export type Caller = { user: User; session: Session }
type Challenge = { id: string; verified_at: Date | null; created_at: Date; ip_address: string }

/** `/factors/:id/challenge` and `/factors/:id/verify`. */
export function challengeRoutes(context: Context) {
  const wrongCodes = new Map<string, number>()

  return { verify, open: (factor: Factor, asked: Asked) => openFor(context, factor, asked) }

  async function verify(caller: Caller, factor: Factor, asked: Asked): Promise<Response> {
    assertVerifyEnabled(context)
    context.limits.request('token_verifications', asked.address)
    const { challenge_id: challengeId, code } = read(verifyBody, asked.body)
    if (!code) throw invalid('Code needs to be non-empty')
    const open = await openChallenge(context, factor, challengeId, asked)
    // As in GoTrue, a code is good for every challenge until its half minute is over.
    const isValid = isTotpCode(factor.secret ?? '', code)
    await askHook(context, caller, factor, isValid, asked)
    if (!isValid) {
      const wrong = (wrongCodes.get(open.id) ?? 0) + 1
      wrongCodes.set(open.id, wrong)
      if (wrong >= TRIES) await dropChallenge(context, open.id)
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
    }
    wrongCodes.delete(open.id)
    return Response.json(await raise(context, caller, factor, open))
  }
}

function assertVerifyEnabled({ config }: Context) {
  if (config.mfa.totp.verify_enabled) return
  throw new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
}

async function openFor(context: Context, factor: Factor, asked: Asked): Promise<Response> {
  assertVerifyEnabled(context)
  context.limits.request('token_verifications', asked.address)
  const id = await addChallenge(context, factor, asked)
  const expiresAt = Math.floor(Date.now() / 1000) + CHALLENGE_S
  return Response.json({ id, type: 'totp', expires_at: expiresAt })
}

async function addChallenge(context: Context, factor: Factor, asked: Asked): Promise<string> {
  const id = randomUUID()
  try {
    await transaction(context.pool, async (db) => {
      // First: the other row locks this one less, and two callers would wait for each other.
      await db.query(
        'update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1',
        [factor.id],
      )
      await db.query(
        'insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, now(), $3)',
        [id, factor.id, asked.address],
      )
    })
    return id
  } catch (error) {
    // The table wants this time to be unique: two factors have met in one microsecond.
    if (isUniqueViolation(error, 'mfa_factors_last_challenged_at_key')) {
      return addChallenge(context, factor, asked)
    }
    throw error
  }
}

const isUniqueViolation = (error: unknown, constraint: string) =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint

async function openChallenge({ pool }: Context, factor: Factor, id: string, asked: Asked) {
  const found = await pool.query<Challenge>(
    'select id, verified_at, created_at, host(ip_address) as ip_address from auth.mfa_challenges where id = $1 and factor_id = $2',
    [id, factor.id],
  )
  const open = found.rows[0]
  if (!open) {
    throw new AuthError(
      422,
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
    )
  }
  if (open.verified_at !== null || open.ip_address !== asked.address) {
    throw new AuthError(
      422,
      'mfa_ip_address_mismatch',
      'Challenge and verify IP addresses mismatch.',
    )
  }
  if (Date.now() > open.created_at.getTime() + CHALLENGE_S * 1000) {
    await dropChallenge({ pool }, id)
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    )
  }
  return open
}

async function dropChallenge({ pool }: Pick<Context, 'pool'>, id: string) {
  await pool.query('delete from auth.mfa_challenges where id = $1', [id])
}

async function askHook(
  context: Context,
  caller: Caller,
  factor: Factor,
  valid: boolean,
  asked: Asked,
) {
  const attempt = { userId: caller.user.id, factorId: factor.id, valid }
  const decision = await context.hooks.mfaAttempt(attempt, asked.address)
  if (!decision.isRejected) return
  await endSessions(context.pool, caller.user.id)
  throw new AuthError(
    403,
    'mfa_verification_rejected',
    decision.message || 'Further MFA verification attempts will be rejected.',
  )
}

/** The session rises to aal2; sessions with less end, for their holder did not prove as much. */
async function raise(context: Context, { user, session }: Caller, factor: Factor, open: Challenge) {
  const answer = await transaction(context.pool, async (db) => {
    await assertStillOpen(db, user.id, session.id)
    const spent = await db.query(
      'update auth.mfa_challenges set verified_at = now() where id = $1 and verified_at is null',
      [open.id],
    )
    if (spent.rowCount === 0) {
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
    }
    await db.query(
      `update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1 and status <> 'verified'`,
      [factor.id],
    )
    await addMethod(db, session.id, 'totp')
    await db.query(
      `update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`,
      [session.id, factor.id],
    )
    const refreshToken = await swapRefreshToken(db, user.id, session.id)
    await db.query(`delete from auth.sessions where user_id = $1 and aal < 'aal2'`, [user.id])
    await db.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [
      user.id,
    ])
    return sessionAnswer(context, db, user.id, session.id, refreshToken)
  })
  if (factor.status !== 'verified') {
    context.mailer.notify('mfa_factor_enrolled', user, { FactorType: 'totp' })
  }
  return answer
}

/** One at a time for each user: the sessions that one proof ends are those of another. */
async function assertStillOpen(db: Db, userId: string, sessionId: string) {
  await db.query('select from auth.users where id = $1 for no key update', [userId])
  const found = await db.query('select from auth.sessions where id = $1', [sessionId])
  if (found.rowCount !== 0) return
  throw new AuthError(
    403,
    'session_not_found',
    'Session from session_id claim in JWT does not exist',
  )
}

/** The tokens before the second factor must not grow into tokens after it. */
async function swapRefreshToken(db: Db, userId: string, sessionId: string): Promise<string> {
  await db.query('delete from auth.refresh_tokens where session_id = $1', [sessionId])
  return addRefreshToken(db, userId, sessionId, '')
}
