import type { Pgoutput } from 'pg-logical-replication'

/** A row by the names of its columns, each value as the text that Postgres prints. */
export type Image = Readonly<Record<string, string | null | undefined>>

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

export type Change = {
  readonly oid: number
  readonly type: ChangeType
  readonly committedAt: string
  /** The new row; null for DELETE. Values that Postgres did not send are missing. */
  readonly record: Image | null
  /** Old values of the row, as far as the table's replica identity has them; null if the key is unchanged. */
  readonly old: Image | null
}

/** A committed transaction; `position` is the place of its commit in the WAL. */
export type Transaction = { position: bigint; changes: Change[] }

/** Collects the messages of the stream until a transaction is complete. */
export function createTransactionReader(
  isWanted: (table: { oid: number; schema: string }) => boolean,
) {
  let position = 0n
  let committedAt = ''
  let changes: Change[] = []

  return function read(message: Pgoutput.Message): Transaction | null {
    if (message.tag === 'begin') {
      position = parsePosition(message.commitLsn)
      committedAt = new Date(Number(message.commitTime.valueOf() / 1000n)).toISOString()
      changes = []
    } else if (message.tag === 'insert' || message.tag === 'update' || message.tag === 'delete') {
      const { relationOid: oid, schema } = message.relation
      if (!isWanted({ oid, schema })) return null
      changes.push({
        oid,
        type: TYPES[message.tag],
        committedAt,
        record: message.tag === 'delete' ? null : message.new,
        old: message.tag === 'insert' ? null : (message.old ?? message.key),
      })
    }
    return message.tag === 'commit' ? { position, changes } : null
  }
}

const TYPES = { insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' } as const

/** `16/B374D848` as a number. */
export function parsePosition(text: string | null): bigint {
  const [high = '0', low = '0'] = (text ?? '').split('/')
  return (BigInt(`0x${high || '0'}`) << 32n) | BigInt(`0x${low}`)
}

export function formatPosition(position: bigint): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`
}
