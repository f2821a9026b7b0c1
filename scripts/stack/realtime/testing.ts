import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { jwtVerify, SignJWT } from 'jose'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { WebSocket } from 'ws'
import { preparePlatform } from '../database.ts'
import { startTemporaryPostgres, SUPERUSER, type Postgres } from '../postgres.ts'
import type { Claims } from './claims.ts'
import { startRealtime } from './realtime.ts'

const SECRET = new TextEncoder().encode('a-secret-of-the-tests-with-32-bytes')
const PUBLISHABLE_KEY = 'sb_publishable_test'
const SECRET_KEY = 'sb_secret_test'

export type World = Awaited<ReturnType<typeof openWorld>>

/** A throw-away database with `sql` applied, Realtime on it, and clients that speak to it. */
export async function openWorld(sql: string) {
  const postgres = await startTemporaryPostgres()
  await preparePlatform(postgres)
  const database = openDatabase(postgres)
  await database.query(sql)
  const lines: string[] = []
  const realtime = await startRealtime({
    adminUrl: postgres.url('postgres', SUPERUSER),
    verifyToken,
    isApiKey: (key) =>
      key === PUBLISHABLE_KEY ? 'anon' : key === SECRET_KEY ? 'service_role' : null,
    log: (line) => lines.push(line),
  })
  const http = createServer(async (request, response) => {
    const body = await new Response(request as unknown as ReadableStream).arrayBuffer()
    const answer = await realtime.handleBroadcast(
      new Request(`http://localhost${request.url}`, {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        body,
      }),
    )
    response.writeHead(answer.status).end(await answer.text())
  })
  http.on('upgrade', realtime.handleUpgrade)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const clients: SupabaseClient[] = []

  return {
    postgres,
    database,
    lines,
    url,
    /** A supabase-js client; signed in when there is a token. */
    async client(token?: string, key = PUBLISHABLE_KEY): Promise<SupabaseClient> {
      const client = createClient(url, key, {
        auth: { persistSession: false, autoRefreshToken: false },
        realtime: { transport: WebSocket as never },
      })
      if (token) await client.realtime.setAuth(token)
      clients.push(client)
      return client
    },
    secretKey: SECRET_KEY,
    async stop() {
      await Promise.all(clients.map((client) => client.realtime.disconnect()))
      await realtime.stop()
      http.closeAllConnections()
      http.close()
      await database.end()
      await postgres.stop()
    },
  }
}

/** As the role that owns the product's schema. Survives a restart of the server. */
function openDatabase(postgres: Postgres): pg.Pool {
  const pool = new pg.Pool({ connectionString: postgres.url() })
  pool.on('error', () => {})
  return pool
}

async function verifyToken(jwt: string): Promise<Claims | null> {
  try {
    return (await jwtVerify(jwt, SECRET)).payload as Claims
  } catch {
    return null
  }
}

export function tokenFor(sub: string, seconds = 3600, claims: Claims = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ role: 'authenticated', ...claims, sub, exp: now + seconds, iat: now })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(SECRET)
}

export type Status = { status: string; error: string | undefined }

/** Resolves with the first status that is final. */
export function subscribed(channel: RealtimeChannel): Promise<Status> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve({ status, error: error?.message }))
  })
}

/** Waits until `probe` gives something true, or fails saying what was waited for. */
export async function eventually<T>(what: string, probe: () => T, ms = 5000): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const value = probe()
    if (value) return value
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`)
    await delay(10)
  }
}

/** Long enough for whatever is on its way to arrive: a change takes a few milliseconds. */
export const quiet = () => delay(300)
