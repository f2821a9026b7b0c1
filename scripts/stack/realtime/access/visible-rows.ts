import type pg from 'pg'
import { isConnectionError, rolledBack } from '../connections.ts'
import type { Change, Image } from '../replication/transactions.ts'
import type { Subject } from './claims.ts'
import { renderRow } from '../wire/rendering.ts'
import { imagesJson, quoted, writtenRow } from './row-images.ts'
import { NO_ACCESS, type Table } from './tables.ts'

/**
 * Which of the rows that were written a subject may see. A client gets the row as it was written,
 * which may have been written again since. So two things must hold, both on one snapshot: the
 * policies allow the row as it was written, and the subject may select the row as it is now,
 * unless it is gone.
 */
export async function visibleChanges(
  pool: pg.Pool,
  table: Table,
  subject: Subject,
  changes: Change[],
  log: (line: string) => void,
): Promise<Set<Change>> {
  const access = table.roles.get(subject.role) ?? NO_ACCESS
  if (!table.hasRls || access.bypassesRls) return new Set(changes)
  try {
    return await rolledBack(pool, async (client) => {
      const rows = await currentRows(client, table, changes)
      await client.query(
        `select set_config('request.jwt.claims', $2, true), set_config('role', $1, true)`,
        [subject.role, subject.claims],
      )
      const visible = await client.query<{ row_no: number }>(visibleRows(table, access.policy), [
        rows,
      ])
      return new Set(visible.rows.flatMap(({ row_no }) => changes[row_no] ?? []))
    })
  } catch (error) {
    if (isConnectionError(error)) throw error
    log(`realtime: policies of ${table.sqlName} failed (${String(error)}); nobody gets its rows`)
    return new Set()
  }
}

/**
 * The written rows as JSON, each with whether it is gone. An update does not send long values that
 * it left alone; they come from the row as it is now, and a row that is gone without them is left out.
 */
async function currentRows(
  client: pg.PoolClient,
  table: Table,
  changes: Change[],
): Promise<string> {
  const images = changes.map(({ record }) => record ?? {})
  const sameKey = table.primaryKey.map(
    ({ name }) => `realtime_now.${quoted(name)} = written.${quoted(name)}`,
  )
  const found = await client.query<{ row_no: number; image: string }>(
    `select realtime_asked.row_no, (to_jsonb(realtime_now) || realtime_asked.image)::text as image
     from jsonb_to_recordset($1::jsonb) realtime_asked (row_no int, image jsonb),
       jsonb_populate_record(null::${table.sqlName}, realtime_asked.image) written, ${table.sqlName} realtime_now
     where ${sameKey.join(' and ')}`,
    [imagesJson(table, images)],
  )
  const current = new Map(found.rows.map(({ row_no, image }) => [row_no, image]))
  const rows = images.flatMap((image, at) => {
    const now = current.get(at)
    if (now !== undefined) return [`{"row_no":${at},"is_gone":false,"image":${now}}`]
    if (!isWhole(table, image)) return []
    return [`{"row_no":${at},"is_gone":true,"image":${renderRow(image, table.columns, false)}}`]
  })
  return `[${rows.join()}]`
}

/** Names of the inner query come first: a column may be called `image` as well. */
function visibleRows(table: Table, policy: string): string {
  const sameKey = table.primaryKey.map(
    ({ name }) => `realtime_now.${quoted(name)} = ${quoted(table.name)}.${quoted(name)}`,
  )
  return `
    select row_no from jsonb_to_recordset($1::jsonb) realtime_asked (row_no int, is_gone boolean, image jsonb)
    where (
      select (${policy}) and (
        realtime_asked.is_gone or exists (select from ${table.sqlName} realtime_now where ${sameKey.join(' and ')})
      )
      from ${writtenRow(table, 'realtime_asked.image')}
    )`
}

function isWhole(table: Table, image: Image): boolean {
  return table.columns.every(({ name }) => image[name] !== undefined)
}
