import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { AuthError } from './errors.ts'

export type Hooks = {
  /** Calls the hook before a user is created; throws its reason if it refuses. */
  beforeUserCreated(user: NewUser, address: string): Promise<void>
  /** Calls the hook after a password attempt; returns its decision and message. */
  passwordAttempt(userId: string, valid: boolean, address: string): Promise<Decision>
  mfaAttempt(attempt: MfaAttempt, address: string): Promise<Decision>
}

export type NewUser = { id: string; email: string; data: Record<string, unknown> }
export type MfaAttempt = { userId: string; factorId: string; valid: boolean }
export type Decision = { isRejected: boolean; message?: string | undefined; logsOut?: boolean }

const refusal = z.object({
  error: z.object({ http_code: z.number().optional(), message: z.string() }).optional(),
})
const verdict = refusal.extend({
  decision: z.enum(['continue', 'reject']).optional(),
  message: z.string().optional(),
  should_logout_user: z.boolean().optional(),
})

/** The hooks of `[auth.hook.*]` in config.toml: SQL functions that are called as GoTrue calls them. */
export function authHooks(pool: pg.Pool, config: Config['auth']['hook']): Hooks {
  async function ask(name: keyof typeof config, address: string, event: Record<string, unknown>) {
    const hook = config[name]
    if (!hook?.enabled) return {}
    const metadata = {
      uuid: randomUUID(),
      time: new Date().toISOString(),
      name: name.replaceAll('_', '-'),
      ip_address: address,
    }
    const result = await pool.query<{ answer: unknown }>(
      `select ${functionOf(hook.uri)}($1::jsonb) as answer`,
      [{ metadata, ...event }],
    )
    const answer = verdict.parse(result.rows[0]?.answer ?? {})
    const { error } = answer
    if (error?.message) throw refusedBy(error.message, error.http_code || SERVER_ERROR)
    return answer
  }

  async function decide(name: keyof typeof config, address: string, event: object) {
    const answer = await ask(name, address, { ...event })
    return {
      isRejected: answer.decision === 'reject',
      message: answer.message,
      logsOut: answer.should_logout_user ?? false,
    }
  }

  return {
    async beforeUserCreated(user, address) {
      await ask('before_user_created', address, { user: newUserJson(user) })
    },
    passwordAttempt: (userId, valid, address) =>
      decide('password_verification_attempt', address, { user_id: userId, valid }),
    mfaAttempt: ({ userId, factorId, valid }, address) =>
      decide('mfa_verification_attempt', address, {
        user_id: userId,
        factor_id: factorId,
        factor_type: 'totp',
        valid,
      }),
  }
}

const SERVER_ERROR = 500

const refusedBy = (message: string, status: number) =>
  new AuthError(status, status === SERVER_ERROR ? 'unexpected_failure' : 'unknown', message)

function functionOf(uri: string): string {
  const [, schema, name] = /^pg-functions:\/\/[^/]+\/([^/]+)\/([^/]+)$/.exec(uri) ?? []
  if (!schema || !name) throw new Error(`supabase/config.toml: "${uri}" is no pg-functions URI`)
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

function newUserJson({ id, email, data }: NewUser) {
  return {
    id,
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: '0001-01-01T00:00:00Z',
    updated_at: '0001-01-01T00:00:00Z',
    is_anonymous: false,
  }
}
