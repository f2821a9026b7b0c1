import type { Pgoutput } from 'pg-logical-replication'
import type { Image } from '../channels/filters.ts'
import type { ChangeType } from '../channels/subscriptions.ts'

export type Change = {
  readonly oid: number
  readonly schema: string
  readonly table: string
  readonly type: ChangeType
  readonly committedAt: string
  /** The row as it was written; null for DELETE. A value that was not sent is missing. */
  readonly record: Image | null
  /** What the table's replica identity tells of the row as it was; null when the key stayed. */
  readonly old: Image | null
  /** The transaction that wrote it, as `xmin` shows it. */
  readonly xid: string
  /** Where the change stands: its commit, and its place in the transaction. */
  readonly commit: bigint
  readonly place: number
}

export type Item =
  | { kind: 'change'; change: Change }
  | { kind: 'position'; before: bigint }
  | { kind: 'table'; oid: number }

/**
 * Turns the stream's messages into changes. After a reconnect the server repeats what was not
 * confirmed yet; what has been told already is left out.
 */
export function createChangeReader() {
  let commit = 0n
  let place = 0
  let xid = ''
  let committedAt = ''
  let last = { commit: 0n, place: 0 }

  function* read(entry: Pgoutput.Message): Generator<Item> {
    if (entry.tag === 'begin') {
      commit = parseLsn(entry.commitLsn)
      place = 0
      xid = String(entry.xid >>> 0)
      committedAt = new Date(Number(entry.commitTime.valueOf() / 1000n)).toISOString()
    } else if (entry.tag === 'relation') {
      yield { kind: 'table', oid: entry.relationOid }
    } else if (entry.tag === 'insert' || entry.tag === 'update' || entry.tag === 'delete') {
      place += 1
      if (commit < last.commit || (commit === last.commit && place <= last.place)) return
      yield { kind: 'change', change: changeOf(entry) }
    } else if (entry.tag === 'commit') {
      // Not its end: a commit that stands right behind would be skipped by the server.
      yield { kind: 'position', before: commit + 1n }
    }
  }

  function changeOf(
    entry: Pgoutput.MessageInsert | Pgoutput.MessageUpdate | Pgoutput.MessageDelete,
  ) {
    const { relationOid, schema, name } = entry.relation
    return {
      oid: relationOid,
      schema,
      table: name,
      type: TYPES[entry.tag],
      committedAt,
      record: entry.tag === 'delete' ? null : entry.new,
      old: entry.tag === 'insert' ? null : (entry.old ?? entry.key),
      xid,
      commit,
      place,
    }
  }

  return {
    read,
    /** The server begins again with whole transactions. */
    reconnect() {
      place = 0
    },
    told(changes: Change[]) {
      last = changes.at(-1) ?? last
    },
    /** The slot is a new one; its positions may lie anywhere. */
    restart() {
      last = { commit: 0n, place: 0 }
    },
  }
}

const TYPES = { insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' } as const

export function parseLsn(text: string | null): bigint {
  const [high = '0', low = '0'] = (text ?? '').split('/')
  return (BigInt(`0x${high || '0'}`) << 32n) | BigInt(`0x${low}`)
}

export function formatLsn(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`
}
