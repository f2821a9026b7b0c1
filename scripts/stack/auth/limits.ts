import { milliseconds, type Config } from '../config.ts'
import { AuthError } from './errors.ts'

/** Names of request limits in `[auth.rate_limit]` of config.toml. */
type RequestKind = 'token_refresh' | 'sign_in_sign_ups' | 'token_verifications'

export type Limits = {
  /** Counts a request of a network address; throws GoTrue's error when there were too many. */
  request(kind: RequestKind, address: string): void
  /**
   * Counts a mail that a caller at `address` requests for `account`. It counts also if the account
   * does not exist, so that a refusal does not reveal that.
   */
  mail(kind: string, account: string, address: string): void
  /** Counts a mail that is sent, against the limit of the whole project. */
  sent(): void
  /** Throws when `subject` had too many wrong guesses within `seconds`. */
  guess(subject: string, seconds: number): void
  wrong(subject: string): void
  forget(subject: string): void
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
// Limits for an hour. GoTrue limits only the whole project, so that one stranger could use up the mails of all users.
// An account needs few mails; one network address may be shared by an office.
const MAILS_PER_ACCOUNT = 6
const MAILS_PER_ADDRESS = 30
/** The most wrong tries of one mailed code, or of one challenge of a second factor. */
const GUESSES = 5

export function authLimits(config: Config['auth'], enabled: boolean): Limits {
  const buckets = new Map<string, { tokens: number; at: number }>()
  const lastMail = new Map<string, number>()
  const guesses = new Map<string, { wrong: number; at: number }>()
  const pause = milliseconds(config.email.max_frequency)

  /** Takes from a token bucket, which holds `most` and refills `most` per `period`, as in GoTrue; false if it is empty. */
  function take(key: string, most: number, period: number): boolean {
    if (!enabled) return true
    const now = Date.now()
    const tokens = left(key, most, period, now)
    const allowed = tokens >= 1
    buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at: now })
    return allowed
  }

  function left(key: string, most: number, period: number, now: number): number {
    const bucket = buckets.get(key) ?? { tokens: most, at: now }
    return Math.min(most, bucket.tokens + ((now - bucket.at) / period) * most)
  }

  function pauseBetween(key: string) {
    const left = enabled ? (lastMail.get(key) ?? 0) + pause - Date.now() : 0
    if (left <= 0) return
    const seconds = Math.ceil(left / 1000)
    throw tooManyMails(`For security purposes, you can only request this after ${seconds} seconds.`)
  }

  return {
    request(kind, address) {
      if (take(`${kind} ${address}`, config.rate_limit[kind], 5 * MINUTE)) return
      throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
    },
    mail(kind, account, address) {
      const key = `${kind} ${account}`
      pauseBetween(key)
      // Checked before the account is looked up, so that the refusal does not depend on whether it exists.
      const isUsedUp = left('all mails', config.rate_limit.email_sent, HOUR, Date.now()) < 1
      if (enabled && isUsedUp) throw tooManyMails()
      const allowed =
        take(`mails to ${account}`, MAILS_PER_ACCOUNT, HOUR) &&
        take(`mails by ${address}`, MAILS_PER_ADDRESS, HOUR)
      if (!allowed) throw tooManyMails()
      lastMail.set(key, Date.now())
    },
    sent() {
      if (!take('all mails', config.rate_limit.email_sent, HOUR)) throw tooManyMails()
    },
    guess(subject, seconds) {
      const known = guesses.get(subject)
      if (!known) return
      if (Date.now() - known.at > seconds * 1000) guesses.delete(subject)
      else if (known.wrong >= GUESSES) {
        throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
      }
    },
    wrong(subject) {
      const known = guesses.get(subject)
      guesses.set(subject, { wrong: (known?.wrong ?? 0) + 1, at: known?.at ?? Date.now() })
    },
    forget: (subject) => void guesses.delete(subject),
  }
}

const tooManyMails = (message = 'email rate limit exceeded') =>
  new AuthError(429, 'over_email_send_rate_limit', message)
