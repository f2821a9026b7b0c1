import { setting } from './environment.ts'
import { messageOf, Refusal } from './errors.ts'
import { logLine } from './log.ts'
import { traceOf, withTrace } from './trace.ts'

/** Facts about a request for its log line: ids and counts, never contents. */
export type Notes = Record<string, string | number | boolean>
export type Handler = (request: Request, notes: Notes) => Promise<object>

export const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'authorization, apikey, content-type, x-client-info, x-supabase-api-version, traceparent',
  'access-control-max-age': '86400',
}

type Options = { method?: 'GET' | 'POST'; write?: (line: string) => void }

/**
 * Wraps every edge function: answers CORS preflights, checks the method, turns errors into tokens, writes one log line.
 * A HEAD is answered as a GET without its body, because monitors of uptime send it.
 * The result of the handler is sent as JSON, unless it is a Response already.
 */
export function endpoint(name: string, handler: Handler, options: Options = {}) {
  const { method = 'POST', write = console.log } = options
  return async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS })
    const started = performance.now()
    const notes: Notes = {}
    const trace = traceOf(request)
    const { status, body, fault } = await withTrace(trace, () =>
      answer(request, method, handler, notes),
    )
    write(
      logLine({
        at: new Date().toISOString(),
        level: status >= 500 ? 'error' : 'info',
        function: name,
        release: setting('RELEASE'),
        request_id: trace.id,
        method: request.method,
        status,
        ms: Math.round(performance.now() - started),
        ...notes,
        fault,
      }),
    )
    const headers = status === 405 ? { ...CORS, allow: `${method}, OPTIONS` } : CORS
    const response = body instanceof Response ? body : Response.json(body, { status, headers })
    return request.method === 'HEAD' ? new Response(null, response) : response
  }
}

type Answer = { status: number; body: object; fault?: string }

async function answer(
  request: Request,
  method: string,
  handler: Handler,
  notes: Notes,
): Promise<Answer> {
  try {
    const asked = request.method === 'HEAD' ? 'GET' : request.method
    if (asked !== method) throw new Refusal(405, 'method_not_allowed')
    const body = await handler(request, notes)
    return { status: body instanceof Response ? body.status : 200, body }
  } catch (error) {
    if (error instanceof Refusal) {
      notes.refused = error.token
      return { status: error.status, body: { ...error.details, error: error.token } }
    }
    const fault = messageOf(error)
    return { status: 500, body: { error: 'internal_error' }, fault }
  }
}

/** The JSON object in the body; anything else is refused. */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => null)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal(422, 'invalid_body')
  }
  return body as Record<string, unknown>
}
