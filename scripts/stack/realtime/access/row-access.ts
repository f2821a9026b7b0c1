import type pg from 'pg'
import type { Change } from '../replication/changes.ts'
import type { Subject } from './claims.ts'
import { isConnectionError } from '../connections.ts'
import { imagesJson } from './row-images.ts'
import { ask as askDatabase, type Answer, type Question } from './row-questions.ts'
import { NO_ACCESS, type Access, type Table } from './tables.ts'

/** Collects who must be asked about which rows, asks once, and then answers. */
export type RowAccess = {
  want(subject: Subject, table: Table, change: Change): void
  ask(): Promise<void>
  isVisible(subject: Subject, table: Table, change: Change): boolean
}

/** Rows looked up in one statement: far fewer than its time limit allows, so none is lost to it. */
const ROWS_AT_ONCE = 5000

/** What one subject is to be told of one table. */
type Share = {
  subject: Subject
  changes: Set<Change>
  /** Keys of rows that the subject may select now. */
  selectable: Set<string>
  /** Changes overwritten since, which it might have selected as they were. */
  wasSelectable: Set<Change>
}
/** Subjects of one role that are asked about one table together. */
type Group = { table: Table; role: string; shares: Map<string, Share> }

/** What has become of the rows that were written. */
type Fate = {
  /** What each transaction made of a row in the end. */
  versions: Map<string, Change>
  /** Those that the table holds now. */
  kept: Set<Change>
  /** Keys of rows that were deleted since. */
  gone: Set<string>
}

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
  const groups = new Map<string, Group>()
  const fates = new Map<Table, Fate>()

  function want(subject: Subject, table: Table, change: Change) {
    const access = table.roles.get(subject.role) ?? NO_ACCESS
    if (needsNoCheck(table, access)) return
    const { shares } = entry(groups, `${table.oid} ${subject.role}`, () => {
      return { table, role: subject.role, shares: new Map<string, Share>() }
    })
    const { changes } = entry(shares, shareKey(subject, access), () => {
      return { subject, changes: new Set(), selectable: new Set(), wasSelectable: new Set() }
    })
    changes.add(change)
    fateOf(table).versions.set(`${change.xid} ${rowKey(table, change)}`, change)
  }

  async function ask() {
    const parts = [...groups.values()].flatMap(({ table, role, shares }) => {
      return inParts([...shares.values()]).map((own) => ({ table, role, shares: own }))
    })
    await Promise.all(parts.map(askForRows))
    await Promise.all(parts.map(askForOldRows))
  }

  async function askForRows({ table, role, shares }: Part) {
    const keys = shares.map(({ changes }) => [
      ...new Set([...changes].map((change) => rowKey(table, change))),
    ])
    const { versions, kept, gone } = fateOf(table)
    const written = [...versions.values()]
    const answers = await put([
      {
        kind: 'selectable',
        table,
        role,
        checks: shares.map(({ subject: { claims } }, at) => ({
          claims,
          rows: keysJson(
            table,
            (keys[at] ?? []).map((key) => ({ key })),
          ),
        })),
      },
      {
        kind: 'kept',
        table,
        role: 'none',
        checks: [
          {
            claims: '',
            rows: keysJson(
              table,
              written.map((change) => ({ key: rowKey(table, change), xid: change.xid })),
            ),
          },
        ],
      },
    ])
    for (const { question, check, row, isGone } of answers) {
      if (question === 0) {
        const key = keys[check]?.[row]
        if (key !== undefined) shares[check]?.selectable.add(key)
        continue
      }
      const change = written[row]
      if (!change) continue
      if (isGone) gone.add(rowKey(table, change))
      else if (change.commit !== unfinished) kept.add(change)
    }
  }

  async function askForOldRows({ table, role, shares }: Part) {
    const { kept, gone } = fateOf(table)
    const old = shares.map(({ changes, selectable }) =>
      [...changes].filter((change) => {
        const key = rowKey(table, change)
        return (
          !kept.has(change) && (selectable.has(key) || (gone.has(key) && isWhole(table, change)))
        )
      }),
    )
    if (old.every((changes) => changes.length === 0)) return
    const checks = shares.map(({ subject: { claims } }, at) => {
      const rows = imagesJson(
        table,
        (old[at] ?? []).map(({ record }) => record ?? {}),
      )
      return { claims, rows }
    })
    for (const { check, row } of await put([{ kind: 'judged', table, role, checks }])) {
      const change = old[check]?.[row]
      if (change) shares[check]?.wasSelectable.add(change)
    }
  }

  async function put(questions: Question[]): Promise<Answer[]> {
    try {
      return await askDatabase(pool, questions)
    } catch (error) {
      if (isConnectionError(error)) throw error
      log(`realtime: a check of rows failed (${String(error)}); nobody is told of them`)
      return []
    }
  }

  function isVisible(subject: Subject, table: Table, change: Change) {
    const access = table.roles.get(subject.role) ?? NO_ACCESS
    if (needsNoCheck(table, access)) return true
    const group = groups.get(`${table.oid} ${subject.role}`)
    const share = group?.shares.get(shareKey(subject, access))
    if (!share) return false
    return fateOf(table).kept.has(change)
      ? share.selectable.has(rowKey(table, change))
      : share.wasSelectable.has(change)
  }

  function fateOf(table: Table): Fate {
    return entry(fates, table, () => ({ versions: new Map(), kept: new Set(), gone: new Set() }))
  }

  return { want, ask, isVisible }
}

type Part = { table: Table; role: string; shares: Share[] }

function inParts(shares: Share[]): Share[][] {
  const parts: Share[][] = []
  let rows = ROWS_AT_ONCE
  for (const share of shares) {
    if (rows + share.changes.size > ROWS_AT_ONCE) {
      parts.push([])
      rows = 0
    }
    parts.at(-1)?.push(share)
    rows += share.changes.size
  }
  return parts
}

function needsNoCheck(table: Table, access: Access): boolean {
  return !table.hasRls || access.bypassesRls
}

/** Where the policies read nothing but the row, one subscriber of a role answers for all. */
function shareKey(subject: Subject, access: Access): string {
  return access.sameForAll ? subject.role : subject.key
}

const rowKeys = new WeakMap<Change, string>()

function rowKey(table: Table, change: Change): string {
  const known = rowKeys.get(change)
  if (known !== undefined) return known
  const key = JSON.stringify(table.primaryKey.map(({ name }) => change.record?.[name]))
  rowKeys.set(change, key)
  return key
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

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}
