import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { jwtVerify, SignJWT } from 'jose'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { WebSocket } from 'ws'
import { preparePlatform } from '../database.ts'
import { freePort } from '../ports.ts'
import { deleteCluster, startPostgres, SUPERUSER } from '../postgres.ts'
import type { Claims } from './access/claims.ts'
import { startRealtime } from './realtime.ts'

const SECRET = new TextEncoder().encode('a-secret-of-the-tests-with-32-bytes')
const PUBLISHABLE_KEY = 'sb_publishable_test'
const SECRET_KEY = 'sb_secret_test'

export type TestRealtime = Awaited<ReturnType<typeof startTestRealtime>>

/** Starts a temporary database with `sql` applied, and Realtime on it. */
export async function startTestRealtime(
  sql: string,
  mostSockets?: number,
  eventsPerSecond?: number,
) {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'stack-realtime-')), 'data')
  const port = await freePort()
  const postgres = await startPostgres({ dataDir, port, durable: false })
  await preparePlatform(postgres)
  const database = openDatabase(postgres.url())
  const admin = openDatabase(postgres.url('postgres', SUPERUSER))
  // No default rights for API roles, as in Supabase projects made since October 2026.
  await database.query(
    'alter default privileges in schema public revoke all on tables from anon, authenticated',
  )
  await database.query(sql)
  await database.query(`
    create table markers (id int primary key generated always as identity);
    alter publication supabase_realtime add table markers;
    grant select on markers to anon, authenticated, service_role`)
  const lines: string[] = []
  const realtime = await startRealtime({
    adminUrl: postgres.url('postgres', SUPERUSER),
    verifyToken,
    isApiKey: (key) =>
      key === PUBLISHABLE_KEY ? 'anon' : key === SECRET_KEY ? 'service_role' : null,
    ...(mostSockets !== undefined && { mostSockets }),
    ...(eventsPerSecond !== undefined && { eventsPerSecond }),
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
    database,
    admin,
    lines,
    url,
    /** A supabase-js client; with `token` it is signed in, and calls `token` whenever it needs one. */
    async client(token?: () => Promise<string>, key = PUBLISHABLE_KEY): Promise<SupabaseClient> {
      const client = createClient(url, key, {
        ...(token ? { accessToken: token } : { auth: { persistSession: false } }),
        realtime: { transport: WebSocket as never },
      })
      clients.push(client)
      await client.realtime.setAuth() // without this, the client joins with its key and sends its token later
      return client
    },
    secretKey: SECRET_KEY,
    /** A plain WebSocket without the library; it may not be open yet. */
    socket(query = `apikey=${PUBLISHABLE_KEY}&vsn=2.0.0`): WebSocket {
      return new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?${query}`)
    },
    /** Resolves when all changes committed before the call have been delivered to the client or dropped. */
    async settled(client: SupabaseClient) {
      const marker = client.channel(`marker ${(channels += 1)}`)
      const { events } = await listen(client, marker, {
        event: '*',
        schema: 'public',
        table: 'markers',
      })
      await database.query('insert into markers default values')
      await eventually('the marker', () => events.length > 0)
      await marker.unsubscribe()
    },
    async stop() {
      await Promise.all(clients.map((client) => client.realtime.disconnect()))
      await realtime.stop()
      http.closeAllConnections()
      http.close()
      await Promise.all([database.end(), admin.end()])
      await postgres.stop()
      await deleteCluster(dataDir)
      rmSync(dirname(dataDir), { recursive: true, force: true })
    },
  }
}

function openDatabase(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString })
  pool.on('error', () => {})
  return pool
}

async function verifyToken(jwt: string): Promise<Claims | null> {
  try {
    return (await jwtVerify<Claims>(jwt, SECRET)).payload
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

export type Change = {
  eventType: string
  schema: string
  table: string
  commit_timestamp: string
  new: Record<string, unknown>
  old: Record<string, unknown>
  errors: unknown
}
export type System = { extension: string; status: string; message: string; channel: string }
type Listener = {
  channel: RealtimeChannel
  events: Change[]
  system: System[]
  statuses: { status: string; error: string | undefined }[]
}

let channels = 0

/** Joins a channel, with a binding to changes if given, and records the received events. */
export async function listen(
  client: SupabaseClient,
  channel: RealtimeChannel = client.channel(`test ${(channels += 1)}`),
  binding?: object,
): Promise<Listener> {
  const listener: Listener = { channel, events: [], system: [], statuses: [] }
  if (binding) {
    const keep = (change: Change) => listener.events.push(change)
    channel.on('postgres_changes' as never, binding as never, keep)
  }
  channel.on('system', {}, (message: System) => listener.system.push(message))
  await new Promise<void>((resolve) => {
    channel.subscribe((status, error) => {
      listener.statuses.push({ status, error: error?.message })
      resolve()
    })
  })
  return listener
}

/** Waits until `probe` returns a true value; after 20 seconds fails with the text `what`. */
export async function eventually<T>(what: string, probe: () => T): Promise<NonNullable<T>> {
  const end = Date.now() + 20_000
  for (;;) {
    const value = probe()
    if (value) return value
    if (Date.now() > end) throw new Error(`timed out waiting for ${what}`)
    await delay(10)
  }
}
