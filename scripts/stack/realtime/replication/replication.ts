import type pg from 'pg'
import { LogicalReplicationService, PgoutputPlugin, type Pgoutput } from 'pg-logical-replication'
import { setTimeout as delay } from 'node:timers/promises'
import { isConnectionError, streamConfig } from '../connections.ts'
import { createChangeReader, formatLsn, parseLsn, type Change, type Item } from './changes.ts'
import { createQueue } from './queue.ts'
import { createConfirmations } from './confirmations.ts'
import { dropSlot, ensureSlot } from './slot.ts'

type Options = {
  adminUrl: string
  pool: pg.Pool
  publication: string
  slot: string
  /**
   * Called with one batch after the other, in commit order; a batch that fails comes again.
   * `unfinished` is the commit whose last changes are yet to come, when a batch had to cut it.
   */
  onChanges(changes: Change[], unfinished: bigint | null): Promise<void>
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
  const { adminUrl, pool, publication, slot, onChanges, onTableChanged, log } = options
  const reader = createChangeReader()
  const stopping = new AbortController()
  let flows = false
  let service: LogicalReplicationService | null = null

  await dropSlot(pool, slot) // left by a process that was killed; nobody waits for its changes
  await ensureSlot(pool, slot)
  const started = Promise.withResolvers<void>()
  const following = follow()
  await started.promise

  return {
    async stop() {
      stopping.abort()
      await service?.destroy()
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
          reader.restart()
          log('realtime: the replication slot was gone; changes may have been missed')
        }
        await stream(() => {
          wait = FIRST_WAIT_MS
          flows = true
          started.resolve()
        })
      } catch (error) {
        if (!flows) return started.reject(error)
        if (!stopping.signal.aborted) log(`realtime: the stream broke off (${messageOf(error)})`)
      }
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => {})
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    }
  }

  /** One connection, until it ends or what it carried could not be told. */
  async function stream(onStart: () => void) {
    const current = new LogicalReplicationService(streamConfig(adminUrl), {
      acknowledge: { auto: false, timeoutSeconds: 0 },
      flowControl: { enabled: true },
    })
    service = current
    const failure = Promise.withResolvers<never>()
    const queue = createQueue<Item>((items) => tell(current, items), failure.reject)
    reader.reconnect()
    current.on('start', onStart)
    current.on('error', failure.reject)
    const confirmations = createConfirmations((before) => queue.push({ kind: 'position', before }))
    const plugin = new TextPlugin(publication, confirmations.messageReceived)
    current.on('data', (_lsn: string, message: Pgoutput.Message) => {
      for (const item of reader.read(message)) {
        if (item.kind === 'table') onTableChanged(item.oid)
        else queue.push(item)
      }
      confirmations.messageHandled()
      return queue.whenLow()
    })
    current.on('heartbeat', (lsn: string) => confirmations.keepalive(parseLsn(lsn)))
    try {
      await Promise.race([current.subscribe(plugin, slot, '0/0'), failure.promise])
    } finally {
      await current.destroy().catch(() => {})
      await queue.close()
    }
  }

  async function tell(current: LogicalReplicationService, items: Item[]) {
    const changes = items.flatMap((item) => (item.kind === 'change' ? [item.change] : []))
    try {
      const isCut = items.at(-1)?.kind === 'change'
      const unfinished = isCut ? (changes.at(-1)?.commit ?? null) : null
      if (changes.length > 0) await onChanges(changes, unfinished)
    } catch (error) {
      if (isConnectionError(error)) throw error // they come again with the next connection
      log(`realtime: ${changes.length} changes could not be told (${messageOf(error)})`)
    }
    reader.told(changes)
    const position = items.findLast((item) => item.kind === 'position')
    // The library confirms one byte more than it is given.
    if (position) await current.acknowledge(formatLsn(position.before - 1n))
  }
}

/** Leaves every value as the text that was sent. */
class TextPlugin extends PgoutputPlugin {
  private readonly onReceived: () => void

  constructor(publication: string, onReceived: () => void) {
    super({ protoVersion: 1, publicationNames: [publication] })
    this.onReceived = onReceived
  }

  override parse(data: Buffer): Pgoutput.Message {
    this.onReceived()
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
