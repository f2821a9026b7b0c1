import type pg from 'pg'
import type { Change } from './changes.ts'
import type { Subject } from './claims.ts'
import { isConnectionError } from './connections.ts'
import type { Image } from './filters.ts'
import { fromImages, imagesJson, quoted } from './images.ts'
import { NO_ACCESS, type Access, type Table } from './tables.ts'

/** Collects who must be asked about which rows, asks once, and then answers. */
export type RowAccess = {
  want(subject: Subject, table: Table, change: Change): void
  ask(): Promise<void>
  isVisible(subject: Subject, table: Table, change: Change): boolean
}

/** Subscribers that are asked for in one round trip; the rest goes beside it. */
const CHECKS_AT_ONCE = 100

/** The rows of one table that one subject is to be told of. */
type Check = {
  subject: Subject
  table: Table
  changes: Set<Change>
  /** Keys of rows that the subject may select now. */
  visible: Set<string>
  /** Changes since overwritten that it might have selected as they were. */
  wasVisible: Set<Change>
}

type Answer = { question: number; row: number; isGone: boolean }
type Question = { role: string; claims: string; statement: string; keys: string }

/**
 * For one batch of changes: each row is looked up once for each subject and table, under the
 * subject's role and claims. What is told is the row as it was written, so where it has been
 * written again since, the policies are asked about it as it was too.
 */
export function createRowAccess(
  pool: pg.Pool,
  unfinished: bigint | null,
  log: (line: string) => void,
): RowAccess {
  const checks = new Map<string, Check>()
  /** By table: what each transaction made of a row in the end. */
  const versions = new Map<Table, Map<string, Change>>()
  /** The versions that the table holds now. */
  const current = new Set<Change>()
  /** Keys of rows that were deleted since. */
  const gone = new Map<Table, Set<string>>()

  function want(subject: Subject, table: Table, change: Change) {
    const access = table.roles.get(subject.role) ?? NO_ACCESS
    if (needsNoCheck(table, access)) return
    const key = checkKey(subject, table, access)
    const check = checks.get(key) ?? {
      subject,
      table,
      changes: new Set(),
      visible: new Set(),
      wasVisible: new Set(),
    }
    checks.set(key, check)
    check.changes.add(change)
    const own = versions.get(table) ?? new Map<string, Change>()
    versions.set(table, own)
    own.set(`${change.xid} ${rowKey(table, change)}`, change)
  }

  async function ask() {
    const all = [...checks.values()]
    const parts: Check[][] = []
    while (all.length > 0) parts.push(all.splice(0, CHECKS_AT_ONCE))
    await Promise.all(parts.map(askForRows))
    await Promise.all(parts.map(askForImages))
  }

  async function askForRows(part: Check[]) {
    const keys = part.map(({ table, changes }) => [
      ...new Set([...changes].map((change) => rowKey(table, change))),
    ])
    const tables = [...new Set(part.map(({ table }) => table))]
    const written = tables.map((table) => [...(versions.get(table)?.values() ?? [])])
    const answers = await put([
      ...part.map(({ subject, table }, at) => ({
        role: subject.role,
        claims: subject.claims,
        statement: visibleRows(table),
        keys: keysJson(table, (keys[at] ?? []).map((key) => ({ key }))),
      })),
      ...tables.map((table, at) => ({
        role: 'none',
        claims: '',
        statement: currentOrGone(table),
        keys: keysJson(table, (written[at] ?? []).map((change) => ({
          key: rowKey(table, change),
          xid: change.xid,
        }))),
      })),
    ])
    for (const { question, row, isGone } of answers) {
      const key = keys[question]?.[row]
      if (key !== undefined) part[question]?.visible.add(key)
      const table = tables[question - part.length]
      const change = written[question - part.length]?.[row]
      if (!table || !change) continue
      if (isGone) gone.set(table, (gone.get(table) ?? new Set()).add(rowKey(table, change)))
      else if (change.commit !== unfinished) current.add(change)
    }
  }

  async function askForImages(part: Check[]) {
    const old = part.map(({ table, changes, visible }) =>
      [...changes].filter((change) => {
        if (current.has(change)) return false
        const key = rowKey(table, change)
        return visible.has(key) || (gone.get(table)?.has(key) && isWhole(table, change))
      }),
    )
    if (old.every((changes) => changes.length === 0)) return
    const answers = await put(
      part.map(({ subject, table }, at) => ({
        role: subject.role,
        claims: subject.claims,
        statement: judgedImages(table, subject.role),
        keys: imagesJson(table, (old[at] ?? []).map(({ record }) => record ?? {})),
      })),
    )
    for (const { question, row } of answers) {
      const change = old[question]?.[row]
      if (change) part[question]?.wasVisible.add(change)
    }
  }

  async function put(questions: Question[]): Promise<Answer[]> {
    const list = questions.map(({ keys, ...question }, no) => {
      return `${JSON.stringify({ no, ...question }).slice(0, -1)},"keys":${keys}}`
    })
    try {
      const found = await pool.query<Answer>({
        name: 'visible_rows',
        text: ASK,
        values: [`[${list.join()}]`],
      })
      return found.rows
    } catch (error) {
      if (isConnectionError(error)) throw error
      log(`realtime: a check of rows failed (${String(error)}); nobody is told of them`)
      return []
    }
  }

  function isVisible(subject: Subject, table: Table, change: Change) {
    const access = table.roles.get(subject.role) ?? NO_ACCESS
    if (needsNoCheck(table, access)) return true
    const check = checks.get(checkKey(subject, table, access))
    if (!check) return false
    return current.has(change)
      ? check.visible.has(rowKey(table, change))
      : check.wasVisible.has(change)
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

function rowKey(table: Table, { record }: Change): string {
  return JSON.stringify(table.primaryKey.map(({ name }) => (record as Image)[name]))
}

/** An update does not send long values that it left alone. */
function isWhole(table: Table, { record }: Change): boolean {
  return table.columns.every(({ name }) => record?.[name] !== undefined)
}

function keysJson(table: Table, rows: { key: string; xid?: string }[]): string {
  return JSON.stringify(
    rows.map(({ key, xid }, at) => {
      const values = JSON.parse(key) as unknown[]
      const named = table.primaryKey.map((_, no) => [`k${no}`, values[no]] as const)
      return { row_no: at, xid, ...Object.fromEntries(named) }
    }),
  )
}

const ASK = `select check_no as question, row_no as row, is_gone as "isGone"
  from pg_temp.visible_rows($1)`

function wanted({ sqlName, primaryKey }: Table) {
  const columns = primaryKey.map(({ sqlType }, at) => `, k${at} ${sqlType}`).join('')
  const same = primaryKey.map(({ name }, at) => `t.${quoted(name)} = wanted.k${at}`).join(' and ')
  return {
    rows: `jsonb_to_recordset($2) wanted (row_no int, xid text${columns})`,
    table: `${sqlName} t on ${same}`,
  }
}

function visibleRows(table: Table): string {
  const from = wanted(table)
  return `select $1::int, wanted.row_no, false from ${from.rows} join ${from.table}`
}

function currentOrGone(table: Table): string {
  const from = wanted(table)
  const isGone = `t.${quoted(table.primaryKey[0]?.name ?? '')} is null`
  return (
    `select $1::int, wanted.row_no, ${isGone} from ${from.rows} left join ${from.table} ` +
    `where t.xmin::text = wanted.xid or ${isGone}`
  )
}

/** The rows as they were written, judged by the policies themselves. */
function judgedImages(table: Table, role: string): string {
  const { policy } = table.roles.get(role) ?? NO_ACCESS
  return `select $1::int, wanted.row_no, false from ${fromImages(table, '$2')} where ${policy}`
}
