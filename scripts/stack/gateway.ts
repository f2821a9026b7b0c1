import { serve } from '@hono/node-server'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { DataApi } from './api/data-api.ts'
import type { Auth } from './auth/auth.ts'
import { addressOf, bearer, identifyCallers } from './callers.ts'
import type { Functions } from './functions/functions.ts'
import { limitBodies, refuseMalformed } from './limits.ts'
import type { Realtime } from './realtime/realtime.ts'
import type { Storage } from './storage/storage.ts'
import type { Tokens } from './tokens.ts'

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

/** Adds the CORS headers of Supabase's gateway. Functions send their own. */
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
  // The server of resumable uploads sets this header itself.
  if (!c.res.headers.has('access-control-expose-headers'))
    c.res.headers.set('access-control-expose-headers', exposed)
  return undefined
}

type Options = {
  port: number
  tokens: Tokens
  dataApi: DataApi
  auth: Auth
  storage: Storage
  functions: Functions
  realtime: Realtime
  log: (line: string) => void
}

/** Starts the gateway of the API, like Supabase's: CORS, keys, tokens, then the service for the path. */
export function startGateway(options: Options): Promise<{ server: Server; stop(): Promise<void> }> {
  const { port, tokens, dataApi, auth, storage, functions, realtime } = options
  const { keyClaims, identify } = identifyCallers(tokens)
  const app = new Hono()

  app.use('*', cors)
  // Responses are compressed, as the proxy of a hosted project does.
  app.use('/rest/v1/*', compress())
  app.use('*', limitBodies(), refuseMalformed)

  app.all('/rest/v1/*', async (c) => {
    const caller = await identify(c)
    if (caller instanceof Response) return caller
    if (c.req.path === '/rest/v1/' && caller.claims.role !== 'service_role') {
      return c.json({ message: 'Access to schema is forbidden' }, 401)
    }
    return dataApi.fetch(forwarded(c, caller.address), caller.claims)
  })

  app.all('/auth/v1/*', async (c) => {
    const isOpen = /^\/auth\/v1\/(verify|callback|authorize|health|\.well-known\/)/.test(c.req.path)
    const claims = isOpen && !c.req.header('apikey') ? { role: 'anon' } : await keyClaims(c)
    if (claims instanceof Response) return claims
    return auth.fetch(c.req.raw, { keyRole: claims.role, address: addressOf(c) })
  })

  app.all('/storage/v1/*', async (c) => {
    // Requests without a key are passed on, because browsers open public files and signed links without one.
    const claims = c.req.header('apikey') ? await keyClaims(c) : 'unnamed'
    if (claims instanceof Response) return claims
    const token = bearer(c)
    const visitor = token ? ((await tokens.verifyToken(token)) ?? 'refused') : claims
    return storage.fetch(c.req.raw, visitor)
  })

  app.all('/functions/v1/:name{.+}', (c) => functions.fetch(c.req.param('name'), c.req.raw))

  app.all('/realtime/v1/api/*', (c) => realtime.handleBroadcast(c.req.raw))

  app.notFound((c) => c.json({ message: 'no Route matched with those values' }, 404))
  app.onError((error, c) => {
    options.log(`gateway: ${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`)
    return c.json({ message: 'An unexpected error occurred' }, 500)
  })

  return listen(app, port, realtime)
}

function listen(
  app: Hono,
  port: number,
  realtime: Realtime,
): Promise<{ server: Server; stop(): Promise<void> }> {
  const upgraded = new Set<Duplex>()
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () =>
      resolve({
        server,
        stop: () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
            for (const socket of upgraded) socket.destroy() // closeAllConnections does not include WebSockets
          }),
      }),
    ) as Server
    server.once('error', reject)
    server.on('upgrade', (request, socket, head) => {
      upgraded.add(socket)
      socket.once('close', () => upgraded.delete(socket))
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      if (pathname === '/realtime/v1/websocket') realtime.handleUpgrade(request, socket, head)
      else socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
    })
  })
}

function forwarded(c: Context, address: string): Request {
  const headers = new Headers(c.req.raw.headers)
  // A client must not set this header: on a hosted project Cloudflare sets it, and the database trusts it.
  headers.delete('cf-connecting-ip')
  headers.set('x-forwarded-for', address)
  const body = ['GET', 'HEAD'].includes(c.req.method) ? null : c.req.raw.body
  return new Request(c.req.url, {
    method: c.req.method,
    headers,
    body,
    ...(body && { duplex: 'half' }),
  })
}
