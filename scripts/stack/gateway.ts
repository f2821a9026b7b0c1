import { getConnInfo } from '@hono/node-server/conninfo'
import { serve } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { DataApi } from './api/data-api.ts'
import { answer } from './api/errors.ts'
import type { Auth } from './auth/auth.ts'
import type { Functions } from './functions/functions.ts'
import { limitBodies, refuseMalformed } from './limits.ts'
import type { Realtime } from './realtime/realtime.ts'
import type { Storage } from './storage/storage.ts'
import type { Claims, Tokens } from './tokens.ts'

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

type Caller = { claims: Claims; address: string }
type Env = { Variables: Caller }

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

/** The entry to the API, as Supabase's gateway: CORS, keys, tokens, then the part for the path. */
export function startGateway(options: Options): Promise<{ server: Server; stop(): Promise<void> }> {
  const { port, tokens, dataApi, auth, storage, functions, realtime } = options
  const app = new Hono<Env>()

  app.use('*', async (c, next) => {
    // Functions send their own CORS headers.
    if (c.req.path.startsWith('/functions/')) return next()
    if (c.req.method === 'OPTIONS') {
      c.header('access-control-allow-origin', '*')
      c.header('access-control-allow-methods', 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS')
      c.header(
        'access-control-allow-headers',
        c.req.header('access-control-request-headers') ?? '*',
      )
      c.header('access-control-max-age', '3600')
      return c.body(null, 204)
    }
    await next()
    c.res.headers.set('access-control-allow-origin', '*')
    c.res.headers.set('access-control-expose-headers', exposed)
    return undefined
  })

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
    // Public files and signed links are opened by browsers, which send no key.
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

  async function keyClaims(c: Context<Env>): Promise<Claims | Response> {
    const key = c.req.header('apikey') ?? c.req.query('apikey')
    if (!key) {
      const hint = 'No `apikey` request header or url param was found.'
      return c.json({ message: 'No API key found in request', hint }, 401)
    }
    const role = tokens.isApiKey(key)
    if (!role) {
      return c.json(
        { message: 'Invalid API key', hint: 'Double check your Supabase `apikey`' },
        401,
      )
    }
    if (role === 'service_role' && c.req.header('user-agent')?.startsWith('Mozilla/')) {
      return c.json({ message: 'Forbidden use of secret API key in browser' }, 401)
    }
    return { role }
  }

  /** Key and token, both valid: a wrong token is refused, not ignored. */
  async function identify(c: Context<Env>): Promise<Caller | Response> {
    const claims = await keyClaims(c)
    if (claims instanceof Response) return claims
    const address = addressOf(c)
    const token = bearer(c)
    if (!token) return { claims, address }
    const verified = await tokens.verifyToken(token)
    if (verified) return { claims: verified, address }
    const message = isExpired(token) ? 'JWT expired' : 'JWSError JWSInvalidSignature'
    return answer(401, { code: isExpired(token) ? 'PGRST303' : 'PGRST301', message })
  }

  const upgraded = new Set<Duplex>()
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () =>
      resolve({
        server,
        stop: () =>
          new Promise((done) => {
            server.close(() => done())
            server.closeAllConnections()
            for (const socket of upgraded) socket.destroy() // those are no longer the server's
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

/** The token of the `Authorization` header; a key repeated there is none. */
function bearer(c: Context<Env>): string | null {
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  return token && !token.startsWith('sb_') ? token : null
}

/** No proxy is in front of the gateway: addresses in a client's headers are ignored. */
function addressOf(c: Context<Env>): string {
  return getConnInfo(c).remote.address ?? '127.0.0.1'
}

function forwarded(c: Context<Env>, address: string): Request {
  const headers = new Headers(c.req.raw.headers)
  // On a hosted project Cloudflare writes this one, and the database believes it.
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

function isExpired(token: string): boolean {
  try {
    const payload: unknown = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    )
    const exp =
      typeof payload === 'object' && payload && 'exp' in payload ? Number(payload.exp) : Infinity
    return exp * 1000 < Date.now()
  } catch {
    return false
  }
}
