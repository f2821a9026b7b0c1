import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

const KIB = 1024
const MIB = 1024 * KIB

/**
 * The largest request body for each service. Storage has its own limits for each bucket; Realtime's is a
 * little above its own limit, for which it returns 422.
 */
const LARGEST: Record<string, number> = {
  rest: 10 * MIB,
  auth: 1 * MIB,
  functions: 6 * MIB,
  realtime: 4 * MIB,
}

const partOf = (path: string) => /^\/(\w+)\/v1\//.exec(path)?.[1] ?? ''

/** Refuses a body that is too large with 413 before it is in memory, also if its stated length is missing or wrong. */
export function limitBodies(): MiddlewareHandler {
  const onError = (c: Context) => c.json({ message: 'Request size limit exceeded' }, 413)
  const limits = new Map(
    Object.entries(LARGEST).map(([part, maxSize]) => [part, bodyLimit({ maxSize, onError })]),
  )
  return (c, next) => limits.get(partOf(c.req.path))?.(c, next) ?? next()
}

/**
 * Refuses NUL characters, which Postgres cannot store, and addresses that are not UTF-8, for all
 * services. Bodies of the Data API and of Storage are not checked, because the database refuses them
 * with 22021 or 22P05; nor are query parameters of edge functions.
 */
export const refuseMalformed: MiddlewareHandler = async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  const isAuth = partOf(pathname) === 'auth'
  const malformed = (what: string) =>
    isAuth
      ? c.json({ code: 400, error_code: 'validation_failed', msg: what }, 400)
      : c.json({ code: '22021', details: null, hint: null, message: what }, 400)
  const read = partOf(pathname) === 'functions' ? pathname : pathname + search
  if (read.includes('%00')) return malformed('The address holds a NUL character')
  try {
    decodeURIComponent(pathname)
  } catch {
    return malformed('The address is not valid UTF-8')
  }
  if (!isAuth || !c.req.raw.body) return next()
  const text = await c.req.text()
  if (holdsNul(text)) return malformed('The body holds a NUL character')
  c.req.raw = new Request(c.req.raw.url, {
    method: c.req.method,
    headers: c.req.raw.headers,
    body: text,
  })
  return next()
}

/** Finds a NUL character in JSON, literal or as `\u0000`. After an odd number of backslashes that is no escape. */
function holdsNul(json: string): boolean {
  return json.includes('\0') || /(?<!\\)(\\\\)*\\u0000/.test(json)
}
