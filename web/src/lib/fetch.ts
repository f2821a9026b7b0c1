import {
  REQUEST_RETRY_WAITS_MS,
  REQUEST_TIMEOUT_MS,
  RETRIED_STATUSES,
  UPLOAD_TIMEOUT_MS,
} from './constants.ts'

/** Says "timeout" because that is what the error catalogue looks for. */
export class RequestTimeout extends Error {
  override name = 'RequestTimeout'
  constructor(ms: number) {
    super(`timeout: no answer within ${ms} ms`)
  }
}

/** A refusal that cannot change is shown at once; what may pass is asked again. */
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

async function once(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  ms: number,
): Promise<Response> {
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(new RequestTimeout(ms)), ms)
  const signals = [clock.signal, ...(init?.signal ? [init.signal] : [])]
  try {
    return await fetch(input, { ...init, signal: AbortSignal.any(signals) })
  } catch (error) {
    throw clock.signal.aborted ? clock.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The one place where requests to the backend time out and are repeated. Every write behind it
 * is idempotent (a key or an id made by the client), so repeating is harmless.
 */
export async function fetchWithRetry(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const ms = isUpload(init) ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS
  for (const wait of REQUEST_RETRY_WAITS_MS) {
    try {
      const response = await once(input, init, ms)
      if (!isWorthRetrying(response.status)) return response
    } catch (error) {
      if (init?.signal?.aborted) throw error
    }
    await sleep(wait, init?.signal)
  }
  return once(input, init, ms)
}
