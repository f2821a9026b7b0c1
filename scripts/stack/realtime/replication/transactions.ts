import type { Pgoutput } from 'pg-logical-replication'

/** The values of a row by column name, each as the text that Postgres prints. */
export type Image = Readonly<Record<string, string | null | undefined>>

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

export type Change = {
  readonly oid: number
  /** The id of the transaction. */
  readonly xid: number
  readonly type: ChangeType
  readonly committedAt: string
  /** The new row; null for DELETE. Values that Postgres did not send are missing. */
  readonly record: Image | null
  /** Old values of the row, as far as the table's replica identity has them; null if the key is unchanged. */
  readonly old: Image | null
}

/** Collects the messages of the stream; returns the changes of a transaction when it is complete. */
export function createTransactionReader(
  isWanted: (table: { oid: number; schema: string }) => boolean,
) {
  let committedAt = ''
  let xid = 0
  let changes: Change[] = []

  return function read(message: Pgoutput.Message): Change[] | null {
    if (message.tag === 'begin') {
      committedAt = new Date(Number(message.commitTime.valueOf() / 1000n)).toISOString()
      xid = message.xid
      changes = []
    } else if (message.tag === 'insert' || message.tag === 'update' || message.tag === 'delete') {
      const { relationOid: oid, schema } = message.relation
      if (!isWanted({ oid, schema })) return null
      changes.push({
        oid,
        xid,
        type: TYPES[message.tag],
        committedAt,
        record: message.tag === 'delete' ? null : message.new,
        old: message.tag === 'insert' ? null : (message.old ?? message.key),
      })
    }
    return message.tag === 'commit' ? changes : null
  }
}

const TYPES = { insert: 'INSERT', update: 'UPDATE', delete: 'DELETE' } as const
