import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import { transaction, type Asked, type Context, type Db } from './context.ts'
import { AuthError, invalid, read } from './errors.ts'
import { addMethod, addRefreshToken, endSessions, sessionAnswer, type Session } from './sessions.ts'
import { isTotpCode } from './totp.ts'
import type { Factor, User } from './users.ts'

const CHALLENGE_S = 5 * 60
/** The most wrong codes for one challenge. */
const TRIES = 5

const verifyBody = z.object({ challenge_id: z.guid(), code: z.string().default('') })

export type Caller = { user: User; session: Session }
type Challenge = { id: string; verified_at: Date | null; created_at: Date; ip_address: string }

/** The routes `/factors/:id/challenge` and `/factors/:id/verify`. */
export function challengeRoutes(context: Context) {
  const wrongCodes = new Map<string, number>()

  return { verify, open: (factor: Factor, asked: Asked) => openFor(context, factor, asked) }

  async function verify(caller: Caller, factor: Factor, asked: Asked): Promise<Response> {
    assertVerifyEnabled(context)
    context.limits.request('token_verifications', asked.address)
    const { challenge_id: challengeId, code } = read(verifyBody, asked.body)
    if (!code) throw invalid('Code needs to be non-empty')
    const open = await openChallenge(context, factor, challengeId, asked)
    // As in GoTrue, a code is valid for every challenge during its 30 seconds.
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
      // The update comes before the insert, because the insert locks the factor's row too weakly: two callers that then
      // both update the row would deadlock.
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
    // The time has to be unique in the table, and another factor had the same microsecond: try again.
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

/** Raises the session to aal2 and ends the user's sessions below aal2, whose holders have not proved the factor. */
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

/** Locks the user, so that two proofs do not end each other's sessions, and refuses if the session has ended. */
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

/** Replaces the refresh tokens, so that a token from before the second factor cannot refresh the raised session. */
async function swapRefreshToken(db: Db, userId: string, sessionId: string): Promise<string> {
  await db.query('delete from auth.refresh_tokens where session_id = $1', [sessionId])
  return addRefreshToken(db, userId, sessionId, '')
}
