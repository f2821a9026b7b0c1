import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

// IndexedDB store shared by all tabs: unsent messages, and the files of drafts. One database is used by
// all accounts; each entry contains its member, and a sign-out deletes all entries.

/** A message that the server has not confirmed. */
export interface WaitingMessage {
  /** Number that grows with each stored message, across all tabs. Messages are sent in this order. */
  seq?: number
  /** The id of the message, by which the server stores it only once. */
  id: string
  memberId: string
  otherId: string
  /** Id of the order that the message belongs to. */
  orderId?: string
  text: string
  file: File | null
  writtenAt: string
  /** True once an attempt to send was made; the message may have arrived even if no response did. */
  tried?: boolean
  /** Key of the error for which the message was refused. A refused message is not sent again automatically. */
  refused?: string
}

interface Schema extends DBSchema {
  outbox: { key: number; value: WaitingMessage; indexes: { id: string } }
  files: { key: string; value: { files: File[]; at: number } }
}

const NAME = 'kolpact'
const CHANNEL = 'kolpact-outbox'

let opened: Promise<IDBPDatabase<Schema>> | undefined
const open = () =>
  (opened ??= openDB<Schema>(NAME, 1, {
    upgrade(database) {
      const outbox = database.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
      outbox.createIndex('id', 'id', { unique: true })
      database.createObjectStore('files')
    },
    // Closes the database, so that another tab can upgrade it.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      opened = undefined
    },
  }))

const changes = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
const own = new Set<() => void>()

/** Calls the listener after every change of the outbox, in this or another tab. */
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
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
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
  /** Changes a message; null if it was sent or taken back meanwhile. */
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

/** The files of forms, by the key of the draft. */
export const fileStore = {
  async read(key: string): Promise<File[]> {
    return (await (await open()).get('files', key))?.files ?? []
  },
  async keep(key: string, files: File[]): Promise<void> {
    const database = await open()
    if (files.length === 0) await database.delete('files', key)
    else await database.put('files', { files, at: Date.now() }, key)
  },
  async keys(): Promise<string[]> {
    return (await open()).getAllKeys('files')
  },
  async dropOlderThan(ms: number): Promise<void> {
    const database = await open()
    for (const key of await database.getAllKeys('files')) {
      const found = await database.get('files', key)
      if (found && Date.now() - found.at > ms) await database.delete('files', key)
    }
  },
  async clear(): Promise<void> {
    await (await open()).clear('files')
  },
}
