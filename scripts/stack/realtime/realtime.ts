import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createBroadcastApi } from './wire/broadcast-api.ts'
import type { ChannelContext } from './channels/channel.ts'
import { refusal, type Claims } from './access/claims.ts'
import { openPool } from './connections.ts'
import { createDelivery } from './channels/delivery.ts'
import { startReplication } from './replication/replication.ts'
import { createServer } from './wire/server.ts'
import { createSubscriptions } from './channels/subscriptions.ts'
import { openTables } from './access/tables.ts'
import { readRights, writeRights } from './access/topic-access.ts'
import { createTopics } from './channels/topics.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const HOUR_MS = 60 * 60 * 1000
const sql = readFileSync(join(import.meta.dirname, '..', 'platform', 'partitions.sql'), 'utf8')

/**
 * Creates the daily partitions of `realtime.messages` while the stack runs. Without the partition of the current
 * day no private channel can be joined.
 */
function keepPartitions(pool: pg.Pool, log: (line: string) => void): { stop(): void } {
  const work = () =>
    pool.query(sql).catch((error: unknown) => {
      log(`realtime: partitions of messages: ${String(error)}`)
    })
  const timer = setInterval(work, HOUR_MS)
  return { stop: () => clearInterval(timer) }
}

export type RealtimeOptions = {
  /** The address of the database for the superuser. */
  adminUrl: string
  /** The claims of a user's token; null if it is invalid or expired. */
  verifyToken(jwt: string): Promise<Claims | null>
  isApiKey(key: string): 'anon' | 'service_role' | null
  /** The most open sockets of one network address. */
  mostSockets?: number
  /** The limit of delivered changes per second. Further changes are dropped, as on a hosted project. */
  eventsPerSecond?: number
  log(line: string): void
}

export type Realtime = {
  /** Handles WebSocket requests to `/realtime/v1/websocket`. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Handles `POST /realtime/v1/api/broadcast` and the paths below it. */
  handleBroadcast(request: Request): Promise<Response>
  /** Stops and drops the replication slot, so it has to be called before the database stops. */
  stop(): Promise<void>
}

const PUBLICATION = 'supabase_realtime'

/**
 * Starts a Realtime server for `@supabase/realtime-js`. One replication stream reads the publication; each
 * change is sent to the subscribers whose filter it matches and who may select the row.
 */
export async function startRealtime(options: RealtimeOptions): Promise<Realtime> {
  const { adminUrl, verifyToken, isApiKey, log } = options
  const pool = openPool(adminUrl, log)
  const tables = openTables(pool, PUBLICATION)
  const subscriptions = createSubscriptions(pool, tables)
  const context: ChannelContext = {
    subscriptions,
    topics: createTopics(),
    authenticate: async (token) => (await verifyToken(token)) ?? refusal(token),
    readRights: (subject, topic) => readRights(pool, subject, topic),
    writeRights: (subject, topic) => writeRights(pool, subject, topic),
    log,
  }
  const claimsOfKey = async (key: string) => {
    const role = isApiKey(key)
    return role ? { role } : key.startsWith('sb_') ? null : verifyToken(key)
  }
  const server = createServer(context, claimsOfKey, options.mostSockets)
  const replication = await startReplication({
    adminUrl,
    pool,
    publication: PUBLICATION,
    slot: slotName(adminUrl),
    isWanted: (table) => subscriptions.of(table).length > 0,
    onChanges: createDelivery(pool, tables, subscriptions, log, options.eventsPerSecond),
    onTableChanged: tables.forget,
    // Closed clients connect and join again, and then read what they may have missed.
    onBroken: server.closeAll,
    log,
  }).catch(async (error) => {
    await server.stop()
    await pool.end()
    throw error
  })
  const partitions = keepPartitions(pool, log)
  return {
    handleUpgrade: server.handleUpgrade,
    handleBroadcast: createBroadcastApi(context, claimsOfKey),
    async stop() {
      partitions.stop()
      await server.stop()
      await replication.stop()
      await pool.end()
    },
  }
}

/** The name of the replication slot. It contains the database's name, because slot names are unique in a cluster. */
function slotName(adminUrl: string): string {
  const database = new URL(adminUrl).pathname.slice(1).toLowerCase()
  return `supabase_realtime_${database.replaceAll(/[^a-z0-9]/g, '_')}`.slice(0, 63)
}
