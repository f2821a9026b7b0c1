import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { isConnectionError, rolledBack } from '../connections.ts'
import type { Change } from '../replication/transactions.ts'
import type { Subject } from './claims.ts'
import { imagesJson, quoted, writtenRow } from './row-images.ts'
import { NO_ACCESS, type Table } from './tables.ts'

/**
 * The changes whose row a subject may select. As on Supabase, a client receives the row of the change if it
 * may select the present version of the row; a row that was deleted in the meantime is not sent.
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
  const images = changes.map(({ record }) => record ?? {})
  try {
    return await rolledBack(pool, async (client) => {
      await client.query(
        `select set_config('request.jwt.claims', $2, true), set_config('role', $1, true)`,
        [subject.role, subject.claims],
      )
      const { rows } = await client.query<{ row_no: number }>(VISIBLE(table), [
        imagesJson(table, images),
      ])
      return new Set(rows.flatMap(({ row_no }) => changes[row_no] ?? []))
    })
  } catch (error) {
    if (isConnectionError(error)) throw error
    log(`realtime: policies of ${table.sqlName} failed (${String(error)}); nobody gets its rows`)
    return new Set()
  }
}

/**
 * Resolves when the changes are visible to queries. The stream reports a commit when it is written to the log, a
 * moment before it becomes visible. On a busy machine a row could otherwise not be found.
 */
export async function becomeVisible(pool: pg.Pool, changes: Change[]): Promise<void> {
  const xids = [...new Set(changes.map(({ xid }) => xid))]
  const running = 'select from pg_stat_activity where backend_xid::text = any($1)'
  while ((await pool.query(running, [xids])).rowCount) await delay(1)
}

const VISIBLE = (table: Table) => `
  select row_no from jsonb_to_recordset($1::jsonb) as realtime_asked (row_no int, image jsonb),
    ${writtenRow(table, 'realtime_asked.image')}
  where exists (
    select from ${table.sqlName} as realtime_now
    where ${table.primaryKey.map(({ name }) => `realtime_now.${quoted(name)} = ${quoted(table.name)}.${quoted(name)}`).join(' and ')})`
