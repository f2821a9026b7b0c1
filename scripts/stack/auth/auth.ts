import { isConnectionError } from '../api/errors.ts'
import type { Config } from '../config.ts'
import type { Mailbox } from '../mail/mailbox.ts'
import { openPool } from '../pool.ts'
import type { Tokens } from '../tokens.ts'
import { answerAdmin } from './admin.ts'
import type { Asked, Context } from './context.ts'
import { AuthError } from './errors.ts'
import { factorRoutes } from './factors.ts'
import { authHooks } from './hooks.ts'
import { authLimits } from './limits.ts'
import { authMailer, type Sender } from './mailer.ts'
import { recover, resend } from './recover.ts'
import { redirects } from './redirects.ts'
import { refresh } from './refresh.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { getUser, logOut, reauthenticate, updateUser } from './user.ts'
import { verify, verifyLink } from './verify.ts'

export type Auth = {
  /** Handles a request under `/auth/v1`; `keyRole` is what its API key gives. */
  fetch(request: Request, caller: { keyRole: string; address: string }): Promise<Response>
  stop(): Promise<void>
}

type Options = {
  databaseUrl: string
  config: Config['auth']
  projectDir: string
  sender: Sender
  siteUrl: string
  redirectUrls: string[]
  apiUrl: string
  tokens: Tokens
  mailbox: Mailbox
  limitRates: boolean
  /** The cost of password hashes: as in GoTrue, or less in tests, which sign in hundreds of times. */
  hashRounds: number
  log: (line: string) => void
}

type Route = (context: Context, asked: Asked) => Promise<Response>

const routes: Record<string, Route> = {
  'GET /health': async () =>
    Response.json({ name: 'GoTrue', version: 'local', description: 'GoTrue of a local stack' }),
  'GET /.well-known/jwks.json': async ({ tokens }) =>
    Response.json(tokens.keySet(), { headers: { 'cache-control': 'public, max-age=600' } }),
  'GET /settings': async ({ config }) =>
    Response.json({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: !config.enable_signup,
      mailer_autoconfirm: !config.email.enable_confirmations,
    }),
  'POST /signup': signUp,
  'POST /recover': recover,
  'POST /resend': resend,
  'POST /token': token,
  'POST /verify': verify,
  'GET /verify': verifyLink,
  'GET /user': getUser,
  'PUT /user': updateUser,
  'GET /reauthenticate': reauthenticate,
  'POST /logout': logOut,
}

const perAddress: Record<string, 'sign_in_sign_ups' | 'token_verifications'> = {
  '/signup': 'sign_in_sign_ups',
  '/recover': 'sign_in_sign_ups',
  '/resend': 'sign_in_sign_ups',
  '/verify': 'token_verifications',
}

/** The routes of GoTrue that supabase-js calls, over the same tables. */
export function startAuth(options: Options): Auth {
  const { config, projectDir, sender, siteUrl, tokens, mailbox, log } = options
  const pool = openPool(options.databaseUrl, { max: 10 })
  const issuer = `${options.apiUrl}/auth/v1`
  const context: Context = {
    pool,
    config,
    tokens,
    issuer,
    siteUrl,
    redirects: redirects(siteUrl, options.redirectUrls),
    mailer: authMailer({ config: config.email, projectDir, sender, siteUrl, issuer, mailbox }),
    limits: authLimits(config, options.limitRates),
    hashRounds: options.hashRounds,
    hooks: authHooks(pool, config.hook),
    log,
  }
  const factors = factorRoutes(context)

  async function route(asked: Asked): Promise<Response> {
    const kind = perAddress[asked.path]
    if (kind) context.limits.request(kind, asked.address)
    if (asked.path.startsWith('/admin/')) return answerAdmin(context, asked)
    if (asked.path === '/factors' || asked.path.startsWith('/factors/')) return factors(asked)
    const answer = routes[`${asked.method} ${asked.path}`]
    if (!answer) throw new AuthError(404, 'not_found', 'Not found')
    return answer(context, asked)
  }

  return {
    async fetch(request, caller) {
      try {
        return await route(await read(request, caller))
      } catch (error) {
        const cause = error instanceof AuthError ? error.cause : error
        if (cause !== undefined && !isConnectionError(cause)) log(`auth: ${words(cause)}`)
        const answer = isConnectionError(cause)
          ? new AuthError(503, 'unexpected_failure', 'The database cannot be reached')
          : error instanceof AuthError
            ? error
            : new AuthError(500, 'unexpected_failure', 'Unexpected failure')
        return answer.toResponse(request.headers.get('x-supabase-api-version'))
      }
    },
    stop: () => pool.end(),
  }
}

async function token(context: Context, asked: Asked): Promise<Response> {
  switch (asked.query.get('grant_type')) {
    case 'password':
      context.limits.request('sign_in_sign_ups', asked.address)
      return signIn(context, asked)
    case 'refresh_token':
      context.limits.request('token_refresh', asked.address)
      return refresh(context, asked)
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  }
}

async function read(
  request: Request,
  { keyRole, address }: { keyRole: string; address: string },
): Promise<Asked> {
  const { pathname, searchParams } = new URL(request.url)
  const text = ['GET', 'HEAD'].includes(request.method) ? '' : await request.text()
  return {
    method: request.method,
    path: pathname.slice('/auth/v1'.length).replace(/\/$/, ''),
    query: searchParams,
    body: parse(text),
    headers: request.headers,
    address,
    userAgent: request.headers.get('user-agent'),
    keyRole,
  }
}

function parse(text: string): unknown {
  if (text === '') return {}
  try {
    const body: unknown = JSON.parse(text)
    return /\\ud[89a-f]/i.test(text) ? wellFormed(body) : body
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON')
  }
}

/** Replaces lone surrogates, which the database refuses, by U+FFFD, as GoTrue does. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key.toWellFormed(), wellFormed(held)]),
  )
}

const words = (cause: unknown) =>
  cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(cause)
