import type { Chapter } from './chapters.ts'
import { difference, lineAt, splitStatements, type Statement } from './statements.ts'

// Statements that add an object, whose place among the other statements does not matter.
const ADDS =
  /^(?:create (?:unique )?index|create (?:constraint )?trigger|create (?:table|view|type|policy|function)|grant|comment on|alter table \S+ enable row level security)\b/i

/**
 * The statements that take a database from one text of a chapter to the next, when things are only
 * added: objects, columns and constraints of a table, columns of a grant; bodies of functions,
 * comments and policies may also be replaced. Null when anything else differs: then two databases
 * have to be compared, which takes seconds.
 */
export function additions(before: string, after: string): Statement[] | null {
  const [old, now] = [splitStatements(before), splitStatements(after)]
  const removed = difference(old, now)
  const steps = difference(now, old).map((statement) => {
    const at = removed.findIndex(({ sql }) => subject(sql) === subject(statement.sql))
    if (at < 0) return ADDS.test(statement.sql) ? [statement] : null
    const [replaced] = removed.splice(at, 1)
    return replaced ? replacement(replaced, statement) : null
  })
  return removed.length === 0 && steps.every((step) => step !== null) ? steps.flat() : null
}

const CREATED = /^create (?:or replace )?(?:table|view|type|function) ([\w.]+)/gim

/** True when a statement may name what is only created after it: the running database has it. */
export function dependsOnLater(
  steps: { sql: string; path?: string; line?: number }[],
  chapters: Chapter[],
): boolean {
  return steps.some(({ sql, path, line = 0 }) => {
    const at = chapters.findIndex((chapter) => chapter.path === path)
    const rest = chapters[at]?.sql.split('\n').slice(line).join('\n') ?? ''
    const later = [rest, ...chapters.slice(at + 1).map((chapter) => chapter.sql)].join('\n')
    const words = new Set(sql.match(/[\w.]+/g))
    return [...later.matchAll(CREATED)].some(([, name = '']) => words.has(name))
  })
}

const KINDS: { head: RegExp; replace(old: Statement, now: Statement): Statement[] | null }[] = [
  {
    head: /^create (?:or replace )?function\b[\s\S]*?\sas\s+(?=\$)/i,
    replace: (_old, { sql, line }) => [
      { sql: sql.replace(/^create function/i, 'create or replace function'), line },
    ],
  },
  { head: /^comment on [\s\S]*?\sis\s/i, replace: (_old, now) => [now] },
  {
    head: /^create policy \S+\s+on \S+/i,
    replace: (_old, { sql, line }) => [
      {
        sql: (sql.match(/^create policy \S+\s+on \S+/i)?.[0] ?? '').replace(/^create/i, 'drop'),
        line,
      },
      { sql, line },
    ],
  },
  { head: /^create table \S+/i, replace: addedColumns },
  {
    head: /^grant\b(?=[\s\S]*\son\s)/i,
    replace: (old, now) => (widens(old.sql, now.sql) ? [now] : null),
  },
]

/** What a statement is about; equal for two texts of it. Grants are compared by object and role. */
function subject(sql: string): string | null {
  const kind = KINDS.find(({ head }) => head.test(sql))
  if (!kind) return sql
  if (/^grant\b/i.test(sql)) return `grant ${sql.slice(sql.toLowerCase().lastIndexOf(' on '))}`
  return kind.head.exec(sql)?.[0] ?? null
}

const replacement = (old: Statement, now: Statement): Statement[] | null =>
  KINDS.find(({ head }) => head.test(now.sql))?.replace(old, now) ?? null

/** True when the new grant has all words of the old one, each privilege with its columns. */
function widens(old: string, now: string): boolean {
  const privileges = (sql: string) =>
    [...sql.matchAll(/(select|insert|update|delete|execute|usage)\s*(?:\(([^)]*)\))?/gi)].flatMap(
      ([, privilege = '', columns]) =>
        columns === undefined
          ? [privilege]
          : columns.split(',').map((column) => `${privilege} ${column.trim()}`),
    )
  const has = new Set(privileges(now))
  return privileges(old).every((privilege) => has.has(privilege))
}

/** Columns and constraints that the new text of a table has; null when the old one has others. */
function addedColumns(old: Statement, now: Statement): Statement[] | null {
  const [before, after] = [itemsOf(old), itemsOf(now)]
  if (!before || !after || before.tail !== after.tail) return null
  const added = difference(after.items, before.items)
  if (difference(before.items, after.items).length > 0) return null
  const table = /^create table (\S+)/i.exec(now.sql)?.[1] ?? ''
  const isConstraint = ({ sql }: Statement) => /^constraint\b/i.test(sql)
  // A constraint may name a column that is added with it.
  return added
    .toSorted((left, right) => Number(isConstraint(left)) - Number(isConstraint(right)))
    .map((item) => ({
      sql: `alter table ${table} add ${isConstraint(item) ? '' : 'column '}${item.sql}`,
      line: item.line,
    }))
}

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
