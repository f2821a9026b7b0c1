import { App } from '@supabase/lite'
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isConnectionError } from '../api/errors.ts'
import { connect, scope } from '../api/lite.ts'
import { milliseconds, type Config } from '../config.ts'
import type { Mailbox } from '../mail/mailbox.ts'
import { openPool } from '../pool.ts'
import type { Claims } from '../tokens.ts'
import { answerAdmin } from './admin.ts'
import { AuthError } from './errors.ts'
import { askHook } from './hook.ts'
import { authMailer } from './mailer.ts'
import { rateLimits } from './rate-limits.ts'

export type Auth = {
  /** Answers a request under `/auth/v1`; `claims` are those of its bearer token or key. */
  fetch(request: Request, caller: { claims: Claims; address: string }): Promise<Response>
  stop(): Promise<void>
}

type Options = {
  databaseUrl: string
  config: Config['auth']
  siteUrl: string
  redirectUrls: string[]
  apiUrl: string
  jwtSecret: string
  mailbox: Mailbox
  limitRates: boolean
  log: (line: string) => void
}

const emailBody = z.object({ email: z.string().optional(), type: z.string().optional() })
const signUpBody = z.object({
  email: z.string().min(1),
  data: z.record(z.string(), z.unknown()).nullish(),
})

type Known = {
  id: string
  email_confirmed_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
}

/** The embedded auth server, and around it what GoTrue does and it does not. */
export async function startAuth(options: Options): Promise<Auth> {
  const { config, mailbox } = options
  const limits = rateLimits(config.rate_limit, options.limitRates)
  const { connection, ...database } = connect(options.databaseUrl, 'encoded')
  const pool = openPool(options.databaseUrl, { max: 5 })
  const mailer = authMailer({
    auth: config,
    siteUrl: options.siteUrl,
    apiUrl: options.apiUrl,
    mailbox,
  })
  const app = new App({
    connection,
    auth: {
      enabled: true,
      jwt_secret: options.jwtSecret,
      site_url: options.siteUrl,
      additional_redirect_urls: options.redirectUrls,
      jwt_expiry: config.jwt_expiry,
      enable_signup: config.enable_signup,
      enable_refresh_token_rotation: config.enable_refresh_token_rotation,
      refresh_token_reuse_interval: config.refresh_token_reuse_interval,
      minimum_password_length: config.minimum_password_length,
      password_requirements: config.password_requirements,
      email: {
        enable_signup: true,
        enable_confirmations: config.email.enable_confirmations,
        double_confirm_changes: config.email.double_confirm_changes,
        otp_length: config.email.otp_length,
        otp_expiry: config.email.otp_expiry,
      },
    },
    api: { enabled: false },
    storage: { enabled: false },
    options: { server: { apiKeys: false, disableStudio: true, disableFallback: true } },
  })
  Object.assign(app, { _mailer: mailer })
  await app.init()

  async function findUser(email: string): Promise<Known | undefined> {
    const found = await pool.query<Known>(
      `select id, email_confirmed_at, confirmation_sent_at, recovery_sent_at
         from auth.users where email = lower($1) and not is_sso_user`,
      [email],
    )
    return found.rows[0]
  }

  function assertNotTooSoon(last: Date | null | undefined) {
    const wait = options.limitRates ? milliseconds(config.email.max_frequency) : 0
    const left = last ? last.getTime() + wait - Date.now() : 0
    if (left <= 0) return
    throw new AuthError(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${Math.ceil(left / 1000)} seconds.`,
    )
  }

  async function sendConfirmation(email: string, user: Known) {
    assertNotTooSoon(user.confirmation_sent_at)
    limits.email()
    const to = email.toLowerCase()
    const otp = String(randomInt(10 ** config.email.otp_length)).padStart(
      config.email.otp_length,
      '0',
    )
    const hash = createHash('sha256')
      .update(to + otp)
      .digest('hex')
    await pool.query(
      'update auth.users set confirmation_token = $2, confirmation_sent_at = now() where id = $1',
      [user.id, hash],
    )
    await mailer.sendConfirmation(to, hash, otp)
  }

  async function signUp(request: Request, address: string): Promise<Response> {
    limits.request('sign_in_sign_ups', address)
    const body = signUpBody.safeParse(await json(request))
    if (!body.success) return app.fetch(request)
    const { email, data } = body.data
    const known = await findUser(email)
    if (known) {
      // Who has an account is nobody else's business: the answer looks like a first sign-up.
      if (!known.email_confirmed_at) await sendConfirmation(email, known)
      return Response.json(madeUpUser(email, data ?? {}))
    }
    if (config.hook.before_user_created?.enabled) {
      await askHook(pool, config.hook.before_user_created.uri, { email, data: data ?? {}, address })
    }
    limits.email()
    const response = await app.fetch(request)
    if (response.status !== 500) return response
    // A trigger on auth.users refused; GoTrue does not pass its words on.
    throw new AuthError(500, 'unexpected_failure', 'Database error saving new user')
  }

  async function recover(request: Request, address: string): Promise<Response> {
    limits.request('sign_in_sign_ups', address)
    const { email = '' } = emailBody.parse(await json(request))
    const user = await findUser(email)
    if (user) {
      assertNotTooSoon(user.recovery_sent_at)
      limits.email()
    }
    return app.fetch(request)
  }

  async function resend(request: Request): Promise<Response> {
    const { email = '', type } = emailBody.parse(await json(request))
    if (type !== 'signup') return app.fetch(request)
    const user = await findUser(email)
    if (user && !user.email_confirmed_at) await sendConfirmation(email, user)
    return Response.json({})
  }

  async function route(request: Request, { claims, address }: { claims: Claims; address: string }) {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice('/auth/v1'.length)
    if (path.startsWith('/admin/')) return answerAdmin(request, path, claims, pool)
    if (request.method === 'POST' && path === '/signup') return signUp(request, address)
    if (request.method === 'POST' && path === '/recover') return recover(request, address)
    if (request.method === 'POST' && path === '/resend') return resend(request)
    if (path === '/verify') limits.request('token_verifications', address)
    if (path === '/token') {
      const isRefresh = searchParams.get('grant_type') === 'refresh_token'
      limits.request(isRefresh ? 'token_refresh' : 'sign_in_sign_ups', address)
    }
    return app.fetch(request)
  }

  return {
    fetch(request, caller) {
      const redirectTo = new URL(request.url).searchParams.get('redirect_to') ?? undefined
      return scope.run({ redirectTo }, async () => {
        try {
          const response = await route(request, caller)
          if (response.status === 500) throw unexpected()
          return response
        } catch (error) {
          const cause = error instanceof AuthError ? error.cause : error
          if (isConnectionError(cause)) return unavailable().toResponse()
          if (cause !== undefined)
            options.log(`auth: ${cause instanceof Error ? cause.message : JSON.stringify(cause)}`)
          const answer = error instanceof AuthError ? error : unexpected()
          return answer.toResponse()
        }
      })
    },
    async stop() {
      await Promise.all([database.close(), pool.end()])
    },
  }
}

const unexpected = () => new AuthError(500, 'unexpected_failure', 'Unexpected failure')
const unavailable = () => new AuthError(503, 'unexpected_failure', 'The database cannot be reached')

async function json(request: Request): Promise<unknown> {
  return request
    .clone()
    .json()
    .catch(() => ({}))
}

function madeUpUser(email: string, data: Record<string, unknown>) {
  const now = new Date().toISOString()
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email: email.toLowerCase(),
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
