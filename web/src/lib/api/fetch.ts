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

/** The parts of the backend that put the id of a request into their logs. Auth and Storage allow no such header. */
const LOGGED = ['rest', 'functions'].map((part) => `${env.supabaseUrl}/${part}/v1/`)

const hex = () => crypto.randomUUID().replaceAll('-', '')

/** A new id for a request, and the request with it in a header (W3C Trace Context). */
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

/** Adds the id to the JSON of a failure, where `toUserMessage` finds it. A text that was cut stays as it is. */
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

/** Says "timeout" because that is what the error catalogue looks for. */
export class RequestTimeout extends Error {
  override name = 'RequestTimeout'
  constructor(ms: number) {
    super(`timeout: no answer within ${ms} ms`)
  }
}

/** A refusal that cannot change is shown at once; temporary failures are retried. */
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
 * The body is part of the response: one that stalls after its headers times out as well. A failure
 * that is not JSON was written by something in front of the backend, and is not for people. One that is
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

/** For who repeats a request in a way of its own. */
export const fetchOnce: Fetch = (input, init) => once(input, init, REQUEST_TIMEOUT_MS)

type Failing = { since: number; last: number }
/** The parts of the backend (method and path) that gave no good response, and since when. */
const failing = new Map<string, Failing>()

export const addressOf = (input: RequestInfo | URL) =>
  input instanceof Request ? input.url : String(input)

function partOf(input: RequestInfo | URL, init: RequestInit | undefined): string {
  return `${init?.method ?? 'GET'} ${addressOf(input).split('?', 1)[0]}`
}

/** Failures longer ago were reported to a person then: another attempt begins anew. */
const isCurrent = ({ last }: Failing) => Date.now() - last < REQUEST_BUDGET_MS

/** For how long some part of the backend has been failing; the query cache asks before it retries. */
export function failingForMs(): number {
  const current = [...failing.values()].filter(isCurrent)
  return Math.max(0, ...current.map(({ since }) => Date.now() - since))
}

/** After a return of the connection everything may be tried as if nothing had failed. */
export function forgetFailures(): void {
  failing.clear()
}

/**
 * The database moves to another server: it cannot be asked, or the one that was asked has become a replica,
 * which the Data API says with 405. It acted on nothing that it did not acknowledge.
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
 * The one place where requests to the backend time out and are repeated. Every write behind it
 * is idempotent (a key or an id made by the client), so repeating is harmless. All attempts
 * together, those that the query cache adds included, end within REQUEST_BUDGET_MS.
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
    // A refused connection is known at once: what is said of it waits for no further attempt.
    if (attempt.error && !(attempt.error instanceof RequestTimeout)) void probeConnectivity()
    const wait = (moves ? MOVE_RETRY_WAITS_MS : REQUEST_RETRY_WAITS_MS)[count]
    if (wait === undefined || Date.now() + wait >= deadline) {
      if (attempt.response) return attempt.response
      throw attempt.error
    }
    await sleep(wait, init?.signal)
  }
}
