import type { MiddlewareHandler } from 'hono'

const exposed = [
  'content-range',
  'content-location',
  'content-profile',
  'range-unit',
  'location',
  'preference-applied',
  'x-total-count',
  'x-sb-error-code',
  'x-supabase-api-version',
  'sb-auth-user-id',
  'sb-auth-session-id',
].join(', ')

/** CORS headers as Supabase's gateway sends them; functions send their own. */
export const cors: MiddlewareHandler = async (c, next) => {
  if (c.req.path.startsWith('/functions/')) return next()
  if (c.req.method === 'OPTIONS') {
    c.header('access-control-allow-origin', '*')
    c.header('access-control-allow-methods', 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS')
    c.header('access-control-allow-headers', c.req.header('access-control-request-headers') ?? '*')
    c.header('access-control-max-age', '3600')
    return c.body(null, 204)
  }
  await next()
  c.res.headers.set('access-control-allow-origin', '*')
  c.res.headers.set('access-control-expose-headers', exposed)
  return undefined
}
