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
 * `realtime.messages` has a partition for each day; without that of today no private channel can be
 * joined. A stack that runs for days needs new ones.
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
  /** The database, as its superuser. */
  adminUrl: string
  /** The claims of a user's token; null when it is false or has expired. */
  verifyToken(jwt: string): Promise<Claims | null>
  isApiKey(key: string): 'anon' | 'service_role' | null
  /** How many sockets one address may hold open. */
  mostSockets?: number
  /** How many changes a second are delivered; the rest is lost, as at a tenant's limit. */
  eventsPerSecond?: number
  log(line: string): void
}

export type Realtime = {
  /** For `/realtime/v1/websocket`. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** For `POST /realtime/v1/api/broadcast` and what lies below it. */
  handleBroadcast(request: Request): Promise<Response>
  /** Call it before the database stops: it takes its replication slot along. */
  stop(): Promise<void>
}

const PUBLICATION = 'supabase_realtime'

/**
 * Realtime as `@supabase/realtime-js` expects it. One stream follows the publication; each
 * change goes to the subscribers whose filter it passes and who may select the row.
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
    // Clients join again, and read what they may have missed.
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

/** One slot a database: names of slots are shared by the whole cluster. */
function slotName(adminUrl: string): string {
  const database = new URL(adminUrl).pathname.slice(1).toLowerCase()
  return `supabase_realtime_${database.replaceAll(/[^a-z0-9]/g, '_')}`.slice(0, 63)
}
