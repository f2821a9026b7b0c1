import pg from 'pg'
import { LogicalReplicationService, PgoutputPlugin, type Pgoutput } from 'pg-logical-replication'
import { setTimeout as delay } from 'node:timers/promises'
import { streamConfig } from '../connections.ts'
import { createTransactionReader, type Change } from './transactions.ts'

/** Drops and creates the slot, because changes that an earlier stream has not read are no longer needed. */
async function renewSlot(pool: pg.Pool, slot: string): Promise<void> {
  await dropSlot(pool, slot)
  await pool.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [slot])
}

/** Drops the slot. While a slot exists, the server keeps all of its log that was not read. */
async function dropSlot(pool: pg.Pool, slot: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await pool.query(
        'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
        [slot],
      )
      return
    } catch (error) {
      if (attempt === 20 || (error as { code?: string }).code !== OBJECT_IN_USE) throw error
      await pool.query(
        'select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = $1',
        [slot],
      )
      await delay(50)
    }
  }
}

const OBJECT_IN_USE = '55006'

type Options = {
  adminUrl: string
  pool: pg.Pool
  publication: string
  slot: string
  /** Whether anybody may have subscribed to the table; changes of other tables are dropped. */
  isWanted(table: { oid: number; schema: string }): boolean
  /** Called with the changes of whole transactions, in order. */
  onChanges(changes: Change[]): Promise<void>
  /** Columns or grants of a table may have changed. */
  onTableChanged(oid: number): void
  /** Called when the stream has ended with an error, and when it runs again: changes in between are missed. */
  onBroken(): void
  log(line: string): void
}

export type Replication = { stop(): Promise<void> }

const RETRY_MS = 200

/** Reads the publication's changes from now on, and reconnects after a failure. Resolves once the stream has started. */
export async function startReplication(options: Options): Promise<Replication> {
  const { pool, slot, log } = options
  const stopping = new AbortController()
  const started = Promise.withResolvers<void>()
  let flows = false
  let stream: ReturnType<typeof openStream> | null = null
  const following = follow()
  await started.promise

  return {
    async stop() {
      stopping.abort()
      await stream?.stop()
      await following
      await dropSlot(pool, slot).catch((error: Error) =>
        log(`realtime: slot kept (${error.message})`),
      )
    },
  }

  async function follow() {
    while (!stopping.signal.aborted) {
      try {
        await renewSlot(pool, slot)
        stream = openStream(options, () => {
          // A client that joined before the new slot existed has read its rows too early and missed later changes.
          if (flows) options.onBroken()
          flows = true
          started.resolve()
        })
        await stream.run()
      } catch (error) {
        if (!flows) return started.reject(error)
        if (!stopping.signal.aborted) log(`realtime: the stream broke off (${String(error)})`)
      }
      if (!stopping.signal.aborted) options.onBroken()
      await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
}

/** Opens a stream on one connection. */
function openStream(options: Options, onStart: () => void) {
  const service = new LogicalReplicationService(streamConfig(options.adminUrl), {
    acknowledge: { auto: true, timeoutSeconds: 0 },
  })
  const failure = Promise.withResolvers<never>()
  const read = createTransactionReader(options.isWanted)
  const deliver = createDelivery(options)
  service.on('start', onStart)
  service.on('error', failure.reject)
  service.on('data', (_position: string, message: Pgoutput.Message) => {
    if (message.tag === 'relation') options.onTableChanged(message.relationOid)
    const changes = read(message)
    if (changes) deliver(changes)
  })
  // Heartbeats are confirmed, because the server does not shut down until its last position is.
  service.on('heartbeat', (position: string) => void service.acknowledge(byteBefore(position)))
  return {
    async run() {
      const plugin = new TextPlugin(options.publication)
      try {
        await Promise.race([service.subscribe(plugin, options.slot, '0/0'), failure.promise])
      } finally {
        await service.destroy().catch(() => {})
      }
    },
    stop: () => service.destroy(),
  }
}

/** The position before the given one, because the library confirms one byte more than it is given. */
function byteBefore(position: string): string {
  const [high = '0', low = '0'] = position.split('/')
  const byte = ((BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)) - 1n
  return `${(byte >> 32n).toString(16)}/${(byte & 0xffffffffn).toString(16)}`
}

/** Delivers changes in batches, one after another. Changes that arrive during a delivery are the next batch. */
function createDelivery({ onChanges, log }: Options) {
  let waiting: Change[] = []
  let running: Promise<void> = Promise.resolve()
  async function deliver() {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    await onChanges(batch).catch((error: unknown) => {
      log(`realtime: ${batch.length} changes could not be delivered (${String(error)})`)
    })
  }
  return (changes: Change[]) => {
    waiting.push(...changes)
    running = running.then(deliver)
  }
}

/** A decoder that returns every value as the text that Postgres sent. */
class TextPlugin extends PgoutputPlugin {
  constructor(publication: string) {
    super({ protoVersion: 1, publicationNames: [publication] })
  }

  override parse(data: Buffer): Pgoutput.Message {
    const message = super.parse(data)
    if (message.tag === 'relation') {
      for (const column of message.columns) column.parser = (text: unknown) => text
    }
    return message
  }
}
