import {
  RENEWAL_BESIDE_MS,
  RENEWAL_WAIT_LIMITED_MS,
  RENEWAL_WAIT_MOST_MS,
  RENEWAL_WAIT_MS,
} from '../constants.ts'
import { LOST_SESSION_CODES } from '../api/errors.ts'
import { isWorthRetrying, type Fetch } from '../api/fetch.ts'
import { reportSignIn } from '../online.ts'
import { forgetStored, storedRefreshToken, storedSession, USABLE_S } from './stored-session.ts'

// After a failed renewal, auth-js waits for a minute and has no token in the meantime. So temporary failures are
// retried here, inside its request, which ends only when the service has responded.

const TOO_MANY_REQUESTS = 429

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Codes of Auth for a session that is lost. All other failures may be temporary, also a conflict or a slow hook. */
const FINAL_CODES: readonly unknown[] = [
  ...LOST_SESSION_CODES,
  'user_banned',
  // The token is signed with a key that is no longer valid, so a retry would have the same result.
  'bad_jwt',
  // The stored token is not a refresh token.
  'validation_failed',
]

/** True for a new token or a final refusal by Auth; false for a temporary failure, or a response by a proxy. */
async function isAnswer(response: Response): Promise<boolean> {
  if (isWorthRetrying(response.status)) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const { access_token, code, error_code } = (body ?? {}) as Record<string, unknown>
  return response.ok ? typeof access_token === 'string' : FINAL_CODES.includes(error_code ?? code)
}

/** Repeats the request until the service responds. Null if the response is not needed any more. */
async function untilAnswered(
  attempt: () => Promise<Response>,
  isWanted: () => boolean,
): Promise<Response | null> {
  const { promise: answered, resolve } = Promise.withResolvers<Response>()
  async function tryOnce(): Promise<Response | number> {
    const response = await attempt().catch(() => null)
    if (!response || !(await isAnswer(response))) return response?.status ?? 0
    resolve(response)
    return response
  }
  for (let wait = RENEWAL_WAIT_MS; isWanted(); wait *= 2) {
    const result = await Promise.race([tryOnce(), answered, pause(RENEWAL_BESIDE_MS)])
    if (result instanceof Response) return result
    // While the old token is valid, no request waits for the new one, so no failure is reported.
    if (!storedSession(USABLE_S)) reportSignIn(false)
    // A request without a response stays open while the next one is sent in parallel; the first response counts.
    if (result === undefined) continue
    const most = result === TOO_MANY_REQUESTS ? RENEWAL_WAIT_LIMITED_MS : RENEWAL_WAIT_MOST_MS
    const late = await Promise.race([answered, pause(Math.min(wait, most))])
    if (late) return late
  }
  return null
}

function sentToken(input: RequestInfo | URL, init: RequestInit | undefined): string | null {
  if (typeof input !== 'string' || typeof init?.body !== 'string') return null
  if (!input.includes('/token?grant_type=refresh_token')) return null
  return (JSON.parse(init.body) as { refresh_token?: string }).refresh_token ?? null
}

const REPLACED = { error_code: 'refresh_token_already_used', msg: 'Replaced by another tab' }

/**
 * Retries the renewal of the stored session. After a refusal it deletes the session, which signs out all tabs at
 * once; the library would keep it until its token has expired.
 */
export function withRenewalRetry(send: Fetch, sendOnce: Fetch): Fetch {
  return async (input, init) => {
    const sent = sentToken(input, init)
    const isStored = () => storedRefreshToken() === sent
    if (sent === null || !isStored()) return send(input, init)
    const answer = await untilAnswered(() => sendOnce(input, init), isStored)
    reportSignIn(true)
    if (answer && !answer.ok && isStored()) forgetStored()
    return answer ?? Response.json(REPLACED, { status: 400 })
  }
}
