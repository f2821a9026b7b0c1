import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

const KIB = 1024
const MIB = 1024 * KIB

/**
 * The largest body of a request to each part. Storage limits uploads by its buckets; Realtime
 * returns 422 to a payload that is a little too large.
 */
const LARGEST: Record<string, number> = {
  rest: 10 * MIB,
  auth: 1 * MIB,
  functions: 6 * MIB,
  realtime: 4 * MIB,
}

const partOf = (path: string) => /^\/(\w+)\/v1\//.exec(path)?.[1] ?? ''

/** 413 instead of a body in memory, also when its length is missing or false. */
export function limitBodies(): MiddlewareHandler {
  const onError = (c: Context) => c.json({ message: 'Request size limit exceeded' }, 413)
  const limits = new Map(
    Object.entries(LARGEST).map(([part, maxSize]) => [part, bodyLimit({ maxSize, onError })]),
  )
  return (c, next) => limits.get(partOf(c.req.path))?.(c, next) ?? next()
}

/**
 * Postgres cannot store NUL in a text, and an address that is not UTF-8 names nothing. Rejected
 * here for all parts, except bodies of the Data API and of Storage: the database rejects those
 * with 22021 or 22P05. What stands behind the `?` of an edge function is the function's own.
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

/** Finds a NUL, as it is or escaped; after an even number of backslashes `\u0000` is an escape. */
function holdsNul(json: string): boolean {
  return json.includes('\0') || /(?<!\\)(\\\\)*\\u0000/.test(json)
}
