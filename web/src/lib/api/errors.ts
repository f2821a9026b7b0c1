import { i18n } from '../i18n/i18n.ts'
import { textOf, textOr } from '../i18n/text.ts'
import type { Words } from '../words.generated.d.ts'

/** Fields that the errors of all libraries have in common. */
interface Failure {
  name?: string
  message: string
  code?: string
  status?: number
  details?: string
  reasons?: string[]
  /** The id of the failed request (`trace.ts`). */
  request_id?: string
}

export interface ReadError {
  /** The key of a text in the namespace `errors` or `refusals`, if there is one. */
  key: string | null
  message: string
  canRetry: boolean
}

export class AppError extends Error {
  override name = 'AppError'
  token: string
  status: number
  requestId?: string
  constructor(token: string, status = 400, requestId?: string) {
    super(token)
    this.token = token
    this.status = status
    this.requestId = requestId
  }
}

/**
 * Errors that the client itself throws. Their texts are shown to members; those of libraries and
 * servers are not.
 */
const STATED = {
  user_profile_not_found: 'User profile not found',
  other_profile_not_found: 'Other user profile not found',
  conversation_not_created: 'Failed to create conversation',
  conversation_not_found: 'Conversation not found',
  participant_not_found: 'Other participant not found',
  chat_not_connected: 'User not connected to the chat service',
  user_not_authenticated: 'User not authenticated',
} as const

export class StatedError extends Error {
  override name = 'StatedError'
  key: keyof typeof STATED
  constructor(key: keyof typeof STATED) {
    super(STATED[key])
    this.key = key
  }
}

/** The error of an action that needs the backend and was tried without a connection; nothing was sent. */
export const offlineError = () => new AppError('needs_connection', 0)

function asFailure(error: unknown): Failure {
  if (typeof error === 'string') return { message: error }
  if (typeof error !== 'object' || error === null) return { message: '' }
  const { name, message, code, status, details, reasons } = error as Partial<Failure>
  // The browser's own errors have a numeric code.
  const known = typeof code === 'string' && code !== '' ? code : undefined
  return { name, message: message ?? '', code: known, status, details, reasons }
}

const CONSTRAINT = /constraint "([a-z0-9_]+)"/
const TOKEN = /^[a-z][a-z0-9_]*$/

/** The token of a refusal: the message of a database error (PT4xx), or the name of a violated constraint. */
export function tokenOf(error: unknown): string | null {
  if (error instanceof AppError) return error.token
  const { message, code } = asFailure(error)
  if (code?.startsWith('PT') && TOKEN.test(message)) return message
  if (code?.startsWith('23')) return CONSTRAINT.exec(message)?.[1] ?? null
  if (code === '42501') return 'not_allowed'
  return null
}

export const LOST_SESSION_CODES: ReadonlySet<string> = new Set([
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'no_authorization',
])
/** The Data API's codes for an expired token. When such an error arrives here, renewing the token has failed (`fresh-token.ts`). */
const REFUSED_TOKEN_CODES = new Set(['PGRST301', 'PGRST303'])
const LOST_SESSION_WORDS =
  /refresh token (is )?(not found|invalid)|invalid refresh token|session (is )?(not found|expired)|session.*does not exist|jwt expired/i

/** True if the session is lost and the member has to sign in again. */
export function isSessionLost(error: unknown): boolean {
  const { message, code, name } = asFailure(error)
  if (name === 'AuthSessionMissingError' || message === 'session_ended') return true
  if (code !== undefined && (LOST_SESSION_CODES.has(code) || REFUSED_TOKEN_CODES.has(code)))
    return true
  return LOST_SESSION_WORDS.test(message)
}

export function isAuthError(error: unknown): boolean {
  const { name } = asFailure(error)
  return Boolean(name?.startsWith('Auth'))
}

/** The code that `fetch.ts` sets for a response that no part of the backend wrote. */
export const UNAVAILABLE = 'unavailable'
/**
 * Codes of a database that is unavailable for a while: PostgREST without a connection or schema, and Postgres without
 * a connection or resources, during a restart, on a server that has become a replica, or after a transaction that was
 * rolled back because of a deadlock. Edge functions report all of these by a token.
 */
const DATABASE_AWAY =
  /^(PGRST00[0-3]|08\w{3}|53\w{3}|57P0[1-3]|25006|40001|40P01|market_not_available)$/
export const isDatabaseAway = (code: unknown): boolean =>
  typeof code === 'string' && DATABASE_AWAY.test(code)
/** Postgres: a text is not a number or not a uuid. Only a typed address can contain such a text. */
const INVALID_TEXT = '22P02'

const AUTH_RETRYABLE = new Set([502, 503, 504])
const RATE_LIMITS = new Set(['over_email_send_rate_limit', 'over_request_rate_limit'])

function readAuthError({ message, code, status, name }: Failure): ReadError {
  if (
    message.includes('Failed to fetch') ||
    message.includes('timeout') ||
    name === 'AuthRetryableFetchError'
  ) {
    const unanswered = !status || !AUTH_RETRYABLE.has(status)
    return {
      key: message.includes('timeout') ? 'timeout' : unanswered ? 'network' : 'auth',
      message,
      canRetry: true,
    }
  }
  // The hook before a sign-up returns one of our tokens as the message.
  if (TOKEN.test(message) && i18n.exists(`refusals:${message}`))
    return { key: message, message, canRetry: false }
  if (code && RATE_LIMITS.has(code)) return { key: code, message, canRetry: false }
  return { key: 'auth', message, canRetry: status !== undefined && AUTH_RETRYABLE.has(status) }
}

/** Codes of the sign-in service that members can do something about; their texts are shown in the form. */
const AUTH_REASONS: Record<string, keyof Words['errors']> = {
  invalid_credentials: 'invalid_credentials',
  email_not_confirmed: 'email_not_confirmed',
  user_already_exists: 'user_already_exists',
  email_exists: 'user_already_exists',
  email_address_invalid: 'email_address_invalid',
  same_password: 'same_password',
  otp_expired: 'link_expired',
  flow_state_expired: 'link_expired',
  flow_state_not_found: 'link_expired',
  user_banned: 'user_banned',
  over_request_rate_limit: 'over_request_rate_limit',
  current_password_mismatch: 'current_password_wrong',
  current_password_required: 'current_password_wrong',
  reauthentication_needed: 'reauthentication_needed',
  reauth_nonce_missing: 'reauthentication_needed',
  reauthentication_not_valid: 'code_expired',
  captcha_failed: 'captcha_failed',
  insufficient_aal: 'insufficient_aal',
  mfa_verification_failed: 'mfa_code_wrong',
  mfa_challenge_expired: 'mfa_challenge_expired',
  mfa_factor_not_found: 'mfa_factor_not_found',
  mfa_factor_name_conflict: 'mfa_factor_name_conflict',
  too_many_enrolled_mfa_factors: 'too_many_enrolled_mfa_factors',
  mfa_totp_enroll_not_enabled: 'mfa_not_offered',
  mfa_totp_verify_not_enabled: 'mfa_not_offered',
}

/** The exact reason of a failed sign-in or sign-up, if it says more than the toast. */
export function authReason(error: unknown): string | null {
  const code = asFailure(error).code
  const key = code && AUTH_REASONS[code]
  return key ? textOf(`errors:${key}`) : null
}

/** The text of an error for a form: the exact reason if there is one. */
export function formMessage(error: unknown): string | null {
  return error ? (authReason(error) ?? toUserMessage(error)) : null
}

/** True if a link was opened in another browser than the one that requested the mail and has the verifier. */
export function isMissingVerifier(error: unknown): boolean {
  const { name, code } = asFailure(error)
  return name === 'AuthPKCECodeVerifierMissingError' || code === 'pkce_code_verifier_not_found'
}

export function authCode(error: unknown): string | null {
  return asFailure(error).code ?? null
}

/** Classifies an error: the client's own, a refusal of the database, a lost session, or another one. */
export function readError(error: unknown): ReadError {
  if (error instanceof StatedError)
    return { key: error.key, message: error.message, canRetry: false }
  const token = tokenOf(error)
  if (token) return { key: token, message: token, canRetry: false }
  if (isSessionLost(error)) return { key: 'session_expired', message: '', canRetry: false }
  const failure = asFailure(error)
  if (isAuthError(error)) return readAuthError(failure)
  const { message, code, name } = failure
  if (
    name === 'FunctionsFetchError' ||
    message.includes('Failed to fetch') ||
    message.includes('NetworkError') ||
    message.includes('Load failed')
  ) {
    return { key: 'network', message, canRetry: true }
  }
  if (message.includes('timeout')) return { key: 'timeout', message, canRetry: true }
  if (code === UNAVAILABLE || isDatabaseAway(code))
    return { key: 'unavailable', message, canRetry: true }
  if (code === 'PGRST116') return { key: 'no_data', message, canRetry: false }
  if (code === INVALID_TEXT) return { key: 'not_found', message, canRetry: false }
  return { key: null, message, canRetry: false }
}

/** The token of an internal error in an edge function. */
const INTERNAL = 'internal_error'

/** The text of an error, and whether it is a fault that nobody expects. */
function wordsOf(error: unknown): { words: string; isFault: boolean } {
  const { weak, reasons } = weakPassword(error)
  if (weak) return { words: [textOf('errors:weak_password'), ...reasons].join(' '), isFault: false }
  const { key } = readError(error)
  const words = key && (textOr(`errors:${key}`, '') || textOr(`refusals:${key}`, ''))
  return { words: words || textOf('errors:unexpected'), isFault: !words || key === INTERNAL }
}

/** The start of the id of the failed request, by which staff can find it in the logs. */
function referenceOf(error: unknown): string | null {
  const id =
    error instanceof AppError ? error.requestId : (error as Partial<Failure> | null)?.request_id
  return id?.slice(0, 8) ?? null
}

/** A text for members in their language. Texts of servers are never shown to them, only logged. */
export function toUserMessage(error: unknown): string {
  const { words, isFault } = wordsOf(error)
  const reference = isFault && referenceOf(error)
  return reference ? `${words} ${textOf('errors:reference', { reference })}` : words
}

/** An id for the toast: errors whose texts differ only in the reference share one toast. */
export const messageId = (error: unknown): string => wordsOf(error).words

/** The reasons why the sign-in service refuses a password as weak; each has a translated text. */
export function weakPassword(error: unknown): { weak: boolean; reasons: string[] } {
  const failure = asFailure(error)
  if (failure.code !== 'weak_password' && failure.name !== 'AuthWeakPasswordError')
    return { weak: false, reasons: [] }
  const reasons = (failure.reasons ?? [])
    .map((reason) => textOr(`errors:weak_password_${reason}`, ''))
    .filter(Boolean)
  return { weak: true, reasons }
}

/** The token of an edge function's error, which responds with `{ error: token }`. The library keeps the response in `context`. */
export async function readFunctionError(error: unknown): Promise<unknown> {
  const context = (error as { context?: unknown } | null)?.context
  if (!(context instanceof Response)) return error
  try {
    const body: unknown = await context.clone().json()
    const { error: token, request_id: id } = (body ?? {}) as {
      error?: unknown
      request_id?: string
    }
    if (typeof token === 'string') return new AppError(token, context.status, id)
  } catch {
    // The body is not JSON, so the library's error is returned.
  }
  return error
}
