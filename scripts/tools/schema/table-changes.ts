import { namesIn } from './statement-kinds.ts'
import { difference, lineAt, type Statement } from './statements.ts'

export type TableChange = { removals: Statement[]; additions: Statement[]; columns: string[] }

/**
 * What takes a table from one text to the next when columns and constraints are added, columns,
 * checks and foreign keys removed, and the last two changed; null when anything else differs.
 */
export function tableChange(old: Statement, now: Statement): TableChange | null {
  const [before, after] = [itemsOf(old), itemsOf(now)]
  if (!before || !after || before.tail !== after.tail) return null
  const added = difference(after.items, before.items)
  const removed = difference(before.items, after.items).toSorted(constraintsLast)
  const columns = removed.filter((item) => !isConstraint(item)).map(firstWord)
  const isLost = (item: Statement) => columns.some((name) => usesColumn(item.sql, name))
  if (removed.some((item) => isConstraint(item) && !CHECKS.test(item.sql))) return null
  // A changed column is among them as well; Postgres would drop a constraint with its column.
  if (columns.includes('') || after.items.some(isLost)) return null
  const table = `alter table ${/^create table (\S+)/i.exec(now.sql)?.[1] ?? ''}`
  const kind = (item: Statement) => (isConstraint(item) ? 'constraint' : 'column')
  return {
    columns,
    removals: removed.map((item) => ({
      sql: `${table} drop ${kind(item)} ${CHECKS.exec(item.sql)?.[1] ?? firstWord(item)}`,
      line: now.line,
    })),
    // A constraint may name a column that is added with it.
    additions: added.toSorted(constraintsLast).map((item) => ({
      sql: `${table} add ${isConstraint(item) ? '' : 'column '}${item.sql}`,
      line: item.line,
    })),
  }
}

/** Whether a statement may name the column. */
export const usesColumn = (sql: string, column: string) =>
  [...namesIn(sql)].some((name) => name === column || name.endsWith(`.${column}`))

/** The values that an enum gains; null when it loses one, or is no enum. */
export function addedValues(old: Statement, now: Statement): Statement[] | null {
  const [before, after] = [itemsOf(old), itemsOf(now)]
  if (!/^create type \S+ as enum/i.test(now.sql) || !before || !after) return null
  const known = new Set(before.items.map(({ sql }) => sql))
  const kept = after.items.filter(({ sql }) => known.has(sql))
  if (kept.map(({ sql }) => sql).join() !== [...known].join()) return null
  const type = /^create type (\S+)/i.exec(now.sql)?.[1] ?? ''
  return after.items.flatMap(({ sql, line }, at) => {
    const previous = after.items[at - 1]?.sql
    const place = previous ? `after ${previous}` : `before ${before.items[0]?.sql ?? ''}`
    return known.has(sql) ? [] : [{ sql: `alter type ${type} add value ${sql} ${place}`, line }]
  })
}

const CHECKS = /^constraint (\w+)\s+(?:check|foreign key)\b/i
const isConstraint = ({ sql }: Statement) =>
  /^(?:constraint|primary|unique|check|foreign|exclude|like)\b/i.test(sql)
const constraintsLast = (left: Statement, right: Statement) =>
  Number(isConstraint(left)) - Number(isConstraint(right))
const firstWord = ({ sql }: Statement) => /^\w+(?=\s)/.exec(sql)?.[0] ?? ''

/** The parts between the commas of a table's parentheses, and what follows these. */
function itemsOf({ sql, line }: Statement): { items: Statement[]; tail: string } | null {
  const open = sql.indexOf('(')
  if (open < 0) return null
  const items: Statement[] = []
  let depth = 0
  let start = open + 1
  const take = (end: number) => {
    const lead = /^(?:\s+|--[^\n]*)*/.exec(sql.slice(start, end))?.[0].length ?? 0
    const text = sql
      .slice(start + lead, end)
      .replace(/\s*--[^\n]*$/gm, '')
      .trimEnd()
    items.push({ sql: text, line: line + lineAt(sql, start + lead) - 1 })
    start = end + 1
  }
  const TOKEN = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|[(),]/g
  TOKEN.lastIndex = open
  for (let match = TOKEN.exec(sql); match; match = TOKEN.exec(sql)) {
    if (match[0] === '(') depth += 1
    if (match[0] === ',' && depth === 1) take(match.index)
    if (match[0] === ')' && (depth -= 1) === 0) {
      take(match.index)
      return { items, tail: sql.slice(match.index + 1) }
    }
  }
  return null
}
