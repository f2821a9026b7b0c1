import type pg from 'pg'
import { LogicalReplicationService, PgoutputPlugin, type Pgoutput } from 'pg-logical-replication'
import { setTimeout as delay } from 'node:timers/promises'
import { isConnectionError, streamConfig } from '../connections.ts'
import { createQueue } from './queue.ts'
import { dropSlot, ensureSlot } from './slot.ts'
import {
  createTransactionReader,
  formatPosition,
  parsePosition,
  type Change,
  type Transaction,
} from './transactions.ts'

type Options = {
  adminUrl: string
  pool: pg.Pool
  publication: string
  slot: string
  /** Whether anybody may have asked for changes of the table; others are not kept. */
  isWanted(table: { oid: number; schema: string }): boolean
  /** Called with the changes of whole transactions, in order; those that fail come again. */
  onChanges(changes: Change[]): Promise<void>
  /** Columns, policies or grants of a table may have changed. */
  onTableChanged(oid: number): void
  log(line: string): void
}

export type Replication = { stop(): Promise<void> }

const FIRST_WAIT_MS = 50
const LONGEST_WAIT_MS = 2000

/**
 * Follows the publication from now on. The slot is durable: when the database restarts, the
 * stream goes on where it was, so that no committed change is lost. Resolves once it flows.
 */
export async function startReplication(options: Options): Promise<Replication> {
  const { pool, slot, log } = options
  const stopping = new AbortController()
  const delivery = createDelivery(options)
  let flows = false
  let stream: ReturnType<typeof openStream> | null = null

  await dropSlot(pool, slot) // left by a process that was killed; its changes are no longer needed
  await ensureSlot(pool, slot)
  const started = Promise.withResolvers<void>()
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
    let wait = FIRST_WAIT_MS
    while (!stopping.signal.aborted) {
      try {
        if (await ensureSlot(pool, slot)) {
          delivery.forget()
          log('realtime: the replication slot was gone; changes may have been missed')
        }
        stream = openStream(options, delivery.deliver, () => {
          wait = FIRST_WAIT_MS
          flows = true
          started.resolve()
        })
        await stream.run()
      } catch (error) {
        if (!flows) return started.reject(error)
        if (!stopping.signal.aborted) log(`realtime: the stream broke off (${messageOf(error)})`)
      }
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => {})
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    }
  }
}

/** One connection, until it ends or a transaction cannot be delivered. */
function openStream(
  { adminUrl, publication, slot, isWanted, onTableChanged }: Options,
  deliver: (transactions: Transaction[]) => Promise<void>,
  onStart: () => void,
) {
  const service = new LogicalReplicationService(streamConfig(adminUrl), {
    acknowledge: { auto: false, timeoutSeconds: 0 },
  })
  const failure = Promise.withResolvers<never>()
  const read = createTransactionReader(isWanted)
  // The library confirms one byte more than it is given.
  const confirm = (before: bigint) => void service.acknowledge(formatPosition(before - 1n))
  const queue = createQueue(deliver, confirm, failure.reject)
  service.on('start', onStart)
  service.on('error', failure.reject)
  service.on('data', (_position: string, message: Pgoutput.Message) => {
    if (message.tag === 'relation') onTableChanged(message.relationOid)
    const transaction = read(message)
    if (transaction) queue.push(transaction)
  })
  service.on('heartbeat', (position: string) => queue.keepalive(parsePosition(position)))
  return {
    async run() {
      try {
        await Promise.race([
          service.subscribe(new TextPlugin(publication), slot, '0/0'),
          failure.promise,
        ])
      } finally {
        await service.destroy().catch(() => {})
        await queue.close()
      }
    },
    stop: () => service.destroy(),
  }
}

/** Hands over each transaction once. */
function createDelivery({ onChanges, log }: Options) {
  let delivered = 0n
  return {
    /** Positions of a new slot may lie anywhere. */
    forget: () => (delivered = 0n),
    async deliver(transactions: Transaction[]) {
      // After a reconnect the server repeats what was not confirmed yet.
      const changes = transactions
        .filter(({ position }) => position > delivered)
        .flatMap((transaction) => transaction.changes)
      try {
        if (changes.length > 0) await onChanges(changes)
      } catch (error) {
        if (isConnectionError(error)) throw error // they come again with the next connection
        log(`realtime: ${changes.length} changes could not be delivered (${messageOf(error)})`)
      }
      delivered = transactions.at(-1)?.position ?? delivered
    },
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
