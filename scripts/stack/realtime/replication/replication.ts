import pg from 'pg'
import { LogicalReplicationService, PgoutputPlugin, type Pgoutput } from 'pg-logical-replication'
import { setTimeout as delay } from 'node:timers/promises'
import { streamConfig } from '../connections.ts'
import { createTransactionReader, type Change } from './transactions.ts'

/** Makes the slot anew: what an earlier stream left unread is no longer needed. */
async function renewSlot(pool: pg.Pool, slot: string): Promise<void> {
  await dropSlot(pool, slot)
  await pool.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [slot])
}

/** As long as the slot exists the server keeps its log: drop it when it is no longer read. */
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
  /** Whether anybody may have asked for changes of the table; others are not kept. */
  isWanted(table: { oid: number; schema: string }): boolean
  /** Called with the changes of whole transactions, in order. */
  onChanges(changes: Change[]): Promise<void>
  /** Columns or grants of a table may have changed. */
  onTableChanged(oid: number): void
  /** The stream broke off: changes may be missed until it flows again. */
  onBroken(): void
  log(line: string): void
}

export type Replication = { stop(): Promise<void> }

const RETRY_MS = 200

/** Follows the publication from now on, and again after the database was away. Resolves once it flows. */
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

/** One connection, until it ends. */
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
  // Until its last position is confirmed the server does not shut down.
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

/** The library confirms one byte more than it is given. */
function byteBefore(position: string): string {
  const [high = '0', low = '0'] = position.split('/')
  const byte = ((BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)) - 1n
  return `${(byte >> 32n).toString(16)}/${(byte & 0xffffffffn).toString(16)}`
}

/** Delivers one batch after the other: what comes while one is delivered is the next. */
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

/** Leaves every value as the text that was sent. */
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
