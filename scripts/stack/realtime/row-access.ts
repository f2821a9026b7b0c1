import type pg from 'pg'
import { isConnectionError } from './connections.ts'
import type { Image } from './filters.ts'
import type { Subject } from './claims.ts'
import type { Access, Table } from './tables.ts'

/** Collects who must be asked about which rows, asks once, and then answers. */
export type RowAccess = {
  want(subject: Subject, table: Table, access: Access, row: Image): void
  ask(): Promise<void>
  isVisible(subject: Subject, table: Table, access: Access, row: Image): boolean
}

/** Subscribers that are asked for in one round trip; the rest goes beside it. */
const CHECKS_AT_ONCE = 100

type Check = {
  subject: Subject
  table: Table
  rows: Map<string, Image>
  visible: Set<string>
}

/** For one batch of changes: each row is looked up once for each subject and table. */
export function createRowAccess(pool: pg.Pool, log: (line: string) => void): RowAccess {
  const checks = new Map<string, Check>()

  function want(subject: Subject, table: Table, access: Access, row: Image) {
    if (needsNoCheck(table, access)) return
    const key = checkKey(subject, table, access)
    const check = checks.get(key) ?? { subject, table, rows: new Map(), visible: new Set() }
    checks.set(key, check)
    check.rows.set(rowKey(table, row), row)
  }

  async function ask() {
    const all = [...checks.values()]
    const parts: Check[][] = []
    while (all.length > 0) parts.push(all.splice(0, CHECKS_AT_ONCE))
    await Promise.all(parts.map(askFor))
  }

  async function askFor(part: Check[]) {
    const keys = part.map((check) => [...check.rows.keys()])
    const asked = part.map(({ subject, table, rows }, no) => ({
      no,
      role: subject.role,
      claims: subject.claims,
      statement: statementFor(table),
      keys: [...rows.values()].map((row, at) => ({
        row_no: at,
        ...Object.fromEntries(table.primaryKey.map(({ name }, at) => [`k${at}`, row[name]])),
      })),
    }))
    try {
      const found = await pool.query<{ check_no: number; row_no: number }>({
        name: 'visible_rows',
        text: 'select check_no, row_no from pg_temp.visible_rows($1)',
        values: [JSON.stringify(asked)],
      })
      for (const { check_no, row_no } of found.rows) {
        part[check_no]?.visible.add(keys[check_no]?.[row_no] ?? '')
      }
    } catch (error) {
      if (isConnectionError(error)) throw error
      log(`realtime: a check of rows failed (${String(error)}); nobody is told of them`)
    }
  }

  function isVisible(subject: Subject, table: Table, access: Access, row: Image) {
    if (needsNoCheck(table, access)) return true
    const check = checks.get(checkKey(subject, table, access))
    return check?.visible.has(rowKey(table, row)) ?? false
  }

  return { want, ask, isVisible }
}

function needsNoCheck(table: Table, access: Access): boolean {
  return !table.hasRls || access.bypassesRls
}

/** Where the policies read nothing but the row, one subscriber of a role answers for all. */
function checkKey(subject: Subject, table: Table, access: Access): string {
  return `${table.oid} ${access.sameForAll ? subject.role : subject.key}`
}

function rowKey(table: Table, row: Image): string {
  return JSON.stringify(table.primaryKey.map(({ name }) => row[name]))
}

function statementFor({ sqlName, primaryKey }: Table): string {
  const columns = primaryKey.map(({ sqlType }, at) => `, k${at} ${sqlType}`).join('')
  const same = primaryKey.map(({ name }, at) => `t.${quoted(name)} = wanted.k${at}`).join(' and ')
  return (
    `select $1::int, wanted.row_no from jsonb_to_recordset($2) wanted (row_no int${columns}) ` +
    `join ${sqlName} t on ${same}`
  )
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
