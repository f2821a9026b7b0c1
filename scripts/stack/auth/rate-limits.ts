import { AuthError } from './errors.ts'
import type { Config } from '../config.ts'

export type RateLimits = {
  /** Counts a request of `address`; throws as GoTrue answers when there were too many. */
  request(kind: 'token_refresh' | 'sign_in_sign_ups' | 'token_verifications', address: string): void
  /** Counts an e-mail of the project. */
  email(): void
}

const FIVE_MINUTES = 5 * 60_000
const HOUR = 60 * 60_000

export function rateLimits(limits: Config['auth']['rate_limit'], enabled: boolean): RateLimits {
  if (!enabled) return { request: () => {}, email: () => {} }
  const buckets = new Map<string, { tokens: number; at: number }>()

  /** A bucket refills steadily, as GoTrue's does: `most` at once, `most` per `period`. */
  function take(key: string, most: number, period: number): boolean {
    const now = Date.now()
    const bucket = buckets.get(key) ?? { tokens: most, at: now }
    const tokens = Math.min(most, bucket.tokens + ((now - bucket.at) / period) * most)
    const allowed = tokens >= 1
    buckets.set(key, { tokens: allowed ? tokens - 1 : tokens, at: now })
    return allowed
  }

  return {
    request(kind, address) {
      if (take(`${kind} ${address}`, limits[kind], FIVE_MINUTES)) return
      throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
    },
    email() {
      if (take('email', limits.email_sent, HOUR)) return
      throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
    },
  }
}
