import { env } from '../env.ts'

/** The parts of the backend that put the id of a request into their logs. Auth and Storage allow no such header. */
const LOGGED = ['rest', 'functions'].map((part) => `${env.supabaseUrl}/${part}/v1/`)

const hex = () => crypto.randomUUID().replaceAll('-', '')

/** A new id for a request, and the request with it in a header (W3C Trace Context). */
export function traced(
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
export function withId(body: ArrayBuffer, id: string): BodyInit {
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
