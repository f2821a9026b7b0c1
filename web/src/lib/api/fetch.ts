import {
  MOVE_RETRY_WAITS_MS,
  REQUEST_BUDGET_MS,
  REQUEST_RETRY_WAITS_MS,
  REQUEST_TIMEOUT_MS,
  RETRIED_STATUSES,
  UPLOAD_TIMEOUT_MS,
} from '../constants.ts'
import { isDatabaseAway, UNAVAILABLE } from './errors.ts'
import { env } from '../env.ts'
import { probeConnectivity } from '../online.ts'

/** Parts of the backend that log the id of a request. Auth and Storage do not allow the header for it. */
const LOGGED = ['rest', 'functions'].map((part) => `${env.supabaseUrl}/${part}/v1/`)

const hex = () => crypto.randomUUID().replaceAll('-', '')

/** Creates an id for a request and adds it in a header (W3C Trace Context). */
function traced(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): { id?: string; init: RequestInit | undefined } {
  const url = input instanceof Request ? input.url : String(input)
  if (!LOGGED.some((address) => url.startsWith(address))) return { init }
  const id = hex()
  const headers = new Headers(init?.headers)
  headers.set('traceparent', `00-${id}-${hex().slice(0, 16)}-01`)
  return { id, init: { ...init, headers } }
}

/** Adds the request's id to the JSON of an error, for `toUserMessage`. A truncated body is returned unchanged. */
function withId(body: ArrayBuffer, id: string): BodyInit {
  const failure = jsonOf(body)
  const isObject = typeof failure === 'object' && failure !== null && !Array.isArray(failure)
  return isObject ? JSON.stringify({ ...failure, request_id: id }) : body
}

function jsonOf(body: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}

export type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/** The error of a request without a response in time. `readError` recognises it by "timeout" in its message. */
export class RequestTimeout extends Error {
  override name = 'RequestTimeout'
  constructor(ms: number) {
    super(`timeout: no answer within ${ms} ms`)
  }
}

/** True for a temporary failure. Permanent refusals are shown at once. */
export function isWorthRetrying(status: number): boolean {
  return status >= 500 || RETRIED_STATUSES.has(status)
}

function isUpload(init: RequestInit | undefined): boolean {
  const body = init?.body
  return body instanceof Blob || body instanceof FormData || body instanceof ArrayBuffer
}

function sleep(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms)
    function done() {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    function stop() {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}

const WITHOUT_BODY = new Set([101, 204, 205, 304])

/**
 * Reads the whole body, so that the timeout also covers a body that stalls. An error response that is not JSON was
 * written by something in front of the backend and is replaced, because its text is not for members. A JSON error
 * gets the id of the request.
 */
async function withBody(response: Response, id?: string): Promise<Response> {
  if (!response.body || WITHOUT_BODY.has(response.status)) return response
  const { status, statusText, headers } = response
  const body = await response.arrayBuffer()
  const isJson = headers.get('content-type')?.includes('json')
  if (status >= 400 && isJson && id && body.byteLength > 0)
    return new Response(withId(body, id), { status, statusText, headers })
  if (status < 500 || isJson) return new Response(body, { status, statusText, headers })
  const own = { code: UNAVAILABLE, error: UNAVAILABLE, message: UNAVAILABLE }
  return Response.json(own, { status, statusText })
}

async function once(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  ms: number,
  id?: string,
): Promise<Response> {
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(new RequestTimeout(ms)), ms)
  const signals = [clock.signal, ...(init?.signal ? [init.signal] : [])]
  try {
    return await withBody(await fetch(input, { ...init, signal: AbortSignal.any(signals) }), id)
  } catch (error) {
    throw clock.signal.aborted ? clock.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}

/** A single attempt, for callers that repeat requests in their own way. */
export const fetchOnce: Fetch = (input, init) => once(input, init, REQUEST_TIMEOUT_MS)

type Failing = { since: number; last: number }
/** Parts of the backend (method and path) without a good response, and since when. */
const failing = new Map<string, Failing>()

export const addressOf = (input: RequestInfo | URL) =>
  input instanceof Request ? input.url : String(input)

function partOf(input: RequestInfo | URL, init: RequestInit | undefined): string {
  return `${init?.method ?? 'GET'} ${addressOf(input).split('?', 1)[0]}`
}

/** True if this part of the backend has failed recently. After an older failure the time budget starts again. */
const isCurrent = ({ last }: Failing) => Date.now() - last < REQUEST_BUDGET_MS

/** How long some part of the backend has been failing; the query cache asks this before it retries. */
export function failingForMs(): number {
  const current = [...failing.values()].filter(isCurrent)
  return Math.max(0, ...current.map(({ since }) => Date.now() - since))
}

/** Gives all requests their whole time budget again. Called when the connection is back. */
export function forgetFailures(): void {
  failing.clear()
}

/**
 * True if the database is being moved to another server: it is unavailable, or its server has become a replica, which the
 * Data API reports by 405. Requests without a response had no effect, so they can be repeated.
 */
async function isMoving({ response }: Attempt): Promise<boolean> {
  if (!response || !MOVING_STATUSES.has(response.status)) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const { code, error } = (body ?? {}) as { code?: unknown; error?: unknown }
  return isDatabaseAway(code ?? error)
}

const MOVING_STATUSES = new Set([405, 500, 503, 504])

type Attempt = { response: Response; error?: never } | { response?: never; error: unknown }

/**
 * The only place where requests to the backend time out and are repeated. Every write that uses it
 * is idempotent (by a key or an id that the client made), so repeating it is harmless. All attempts
 * together, including those of the query cache, end within REQUEST_BUDGET_MS.
 */
export async function fetchWithRetry(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const ms = isUpload(init) ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS
  const part = partOf(input, init)
  const known = failing.get(part)
  const since = known && isCurrent(known) ? known.since : Date.now()
  const deadline = isUpload(init) ? Infinity : since + REQUEST_BUDGET_MS
  const request = traced(input, init)
  for (let count = 0; ; count++) {
    const left = count === 0 ? ms : Math.min(ms, deadline - Date.now())
    const attempt: Attempt = await once(input, request.init, left, request.id).then(
      (response) => ({ response }),
      (error: unknown) => ({ error }),
    )
    const moves = await isMoving(attempt)
    if (attempt.response && !moves && !isWorthRetrying(attempt.response.status)) {
      failing.delete(part)
      return attempt.response
    }
    if (init?.signal?.aborted) throw attempt.error ?? init.signal.reason
    failing.set(part, { since, last: Date.now() })
    // A refused connection is checked at once, so that the banner does not wait for further attempts.
    if (attempt.error && !(attempt.error instanceof RequestTimeout)) void probeConnectivity()
    const wait = (moves ? MOVE_RETRY_WAITS_MS : REQUEST_RETRY_WAITS_MS)[count]
    if (wait === undefined || Date.now() + wait >= deadline) {
      if (attempt.response) return attempt.response
      throw attempt.error
    }
    await sleep(wait, init?.signal)
  }
}
