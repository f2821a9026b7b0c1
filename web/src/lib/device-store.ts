import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

// What this browser keeps beyond a tab: messages that wait to be sent. One database for all
// accounts; each entry names its member, and signing out empties it.

/** A message that is not known to have arrived. */
export interface WaitingMessage {
  /** The order in which they were written, over all tabs. */
  seq?: number
  /** The id of the message itself: the server takes it once. */
  id: string
  memberId: string
  otherId: string
  text: string
  file: File | null
  writtenAt: string
  /** Once it was sent without a clear answer, it may have arrived. */
  tried?: boolean
  /** Why it was refused, as an error's key; it is not tried again by itself. */
  refused?: string
}

interface Schema extends DBSchema {
  outbox: { key: number; value: WaitingMessage; indexes: { id: string } }
}

const NAME = 'kolpact'
const CHANNEL = 'kolpact-outbox'

let opened: Promise<IDBPDatabase<Schema>> | undefined
const open = () =>
  (opened ??= openDB<Schema>(NAME, 1, {
    upgrade(database) {
      const outbox = database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
      outbox.createIndex('id', 'id', { unique: true })
    },
    // Another tab wants a newer version: it must not wait for this one.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opened = undefined
    },
  }))

const changes = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
const own = new Set<() => void>()

/** Calls the listener after every change of the outbox, those of other tabs included. */
export function onOutboxChange(listener: () => void): () => void {
  own.add(listener)
  changes?.addEventListener('message', listener)
  return () => {
    own.delete(listener)
    changes?.removeEventListener('message', listener)
  }
}

function changed() {
  own.forEach((listener) => listener())
  changes?.postMessage(null)
}

export const outboxStore = {
  async add(message: WaitingMessage): Promise<void> {
    await (await open()).add('outbox', message)
    changed()
  },
  async all(): Promise<WaitingMessage[]> {
    return (await open()).getAll('outbox')
  },
  /** Null when it has been sent or taken back meanwhile. */
  async change(id: string, change: Partial<WaitingMessage>): Promise<WaitingMessage | null> {
    const transaction = (await open()).transaction('outbox', 'readwrite')
    const found = await transaction.store.index('id').get(id)
    const names = Object.keys(change) as (keyof WaitingMessage)[]
    const differs = found && names.some((name) => found[name] !== change[name])
    const next = differs ? { ...found, ...change } : (found ?? null)
    if (next && differs) await transaction.store.put(next)
    await transaction.done
    if (differs) changed()
    return next
  },
  async remove(id: string): Promise<void> {
    const transaction = (await open()).transaction('outbox', 'readwrite')
    const key = await transaction.store.index('id').getKey(id)
    if (key !== undefined) await transaction.store.delete(key)
    await transaction.done
    changed()
  },
  async clear(): Promise<void> {
    await (await open()).clear('outbox')
    changed()
  },
}
