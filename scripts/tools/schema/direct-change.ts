import type { Chapter } from './chapters.ts'
import type { Step } from './live-change.ts'
import {
  grantedObjects,
  keyOf,
  nameOf,
  namesIn,
  removal,
  subjectOf,
  type Subject,
} from './statement-kinds.ts'
import { difference, splitStatements, type Statement } from './statements.ts'
import { addedValues, tableChange, usesColumn } from './table-changes.ts'

/** A statement of the chapter at this place; its line there, also of what stands for a part of it. */
type Placed = Statement & { path: string; at: number; start: number }

/**
 * The statements that take a database from these chapters to the next, read from their texts; null
 * for a change of another kind: then two databases are compared, which takes seconds. Removals run
 * first, in reverse order; the rest runs in the order of the chapters. Postgres refuses to remove
 * what something else depends on.
 */
export function directChange(before: Chapter[], after: Chapter[]): Step[] | null {
  const { removed, added } = differences(before, after) ?? {}
  if (!removed || !added) return null
  const change = new Change(after)
  for (const now of added) {
    const old = change.partner(removed, now)
    if (!(old ? change.replace(old, now) : change.add(now))) return null
  }
  for (const old of removed) if (!change.remove(old)) return null
  return change.complete() ? change.steps() : null
}

/** Null when a statement has moved to another chapter: whether it may stand there is found by building. */
function differences(before: Chapter[], after: Chapter[]) {
  const textOf = (chapters: Chapter[], { name }: Chapter) =>
    chapters.find((chapter) => chapter.name === name)?.sql ?? ''
  const changes = (from: Chapter[], to: Chapter[]) =>
    from.flatMap((chapter, at): Placed[] => {
      const [text, other] = [chapter.sql, textOf(to, chapter)]
      if (text === other) return []
      return difference(splitStatements(text), splitStatements(other)).map((statement) => ({
        ...statement,
        path: chapter.path,
        at,
        start: statement.line,
      }))
    })
  const [removed, added] = [changes(before, after), changes(after, before)]
  return difference(removed, added).length === removed.length ? { removed, added } : null
}

class Change {
  readonly #after: Chapter[]
  readonly #removals: Placed[] = []
  readonly #additions: Placed[] = []
  /** Objects that are dropped, also those that are created again, with their comments and grants. */
  readonly #dropped = new Set<string>()
  /** Tables with other rows and functions with other results: rows may be computed from them. */
  readonly #sources = new Set<string>()
  readonly #droppedColumns: { table: string; column: string }[] = []
  readonly #revoked = new Set<string>()
  readonly #formerRows: string[] = []

  constructor(after: Chapter[]) {
    this.#after = after
  }

  /** Takes the former text of the same object out of the list. */
  partner(removed: Placed[], now: Placed): Placed | undefined {
    const subject = subjectOf(now.sql)
    const key = subject && keyOf(subject)
    if (!key) return undefined
    const index = removed.findIndex(({ sql }) => {
      const other = subjectOf(sql)
      return other && keyOf(other) === key
    })
    return index < 0 ? undefined : removed.splice(index, 1)[0]
  }

  add(now: Placed): boolean {
    const subject = subjectOf(now.sql)
    if (subject?.kind === 'rows') this.#sources.add(subject.name)
    if (subject) this.#additions.push(now)
    return subject !== null
  }

  replace(old: Placed, now: Placed): boolean {
    const steps = inPlace(old, now)
    const subject = subjectOf(now.sql)
    if (subject?.kind === 'function') this.#sources.add(subject.name)
    if (!steps && subject?.kind !== 'table') return this.remove(old) && this.add(now)
    if (!steps) return false
    for (const column of steps.columns ?? [])
      this.#droppedColumns.push({ table: subject?.name ?? '', column })
    this.#removals.push(...steps.removals.map((step) => ({ ...old, ...step })))
    this.#additions.push(...steps.additions.map((step) => ({ ...now, ...step })))
    return true
  }

  remove(old: Placed): boolean {
    const subject = subjectOf(old.sql)
    if (!subject) return false
    if (subject.kind === 'rows') return this.#formerRows.push(old.sql) > 0 // rows stay
    const sql = removal(old.sql, subject)
    if (!sql) return false
    if (subject.kind === 'grant')
      for (const name of grantedObjects(old.sql)) this.#revoked.add(name)
    else if (subject.kind !== 'comment') this.#dropped.add(nameOf(subject))
    this.#removals.push({ ...old, sql })
    return true
  }

  /** Adds what has to run again; false when that cannot be known. */
  complete(): boolean {
    return this.#after.every(({ path, sql: text }, at) => {
      const tables = this.#droppedColumns.map(({ table }) => table)
      const names = [...this.#dropped, ...this.#revoked, ...this.#sources, ...tables]
      if (!names.some((name) => text.includes(name))) return true
      return splitStatements(text).every((statement) =>
        this.#runAgain({ ...statement, path, at, start: statement.line }),
      )
    })
  }

  #runAgain(statement: Placed): boolean {
    const subject = subjectOf(statement.sql)
    if (this.#isAdded(statement)) return true
    if (subject?.kind === 'grant') {
      const isConcerned = grantedObjects(statement.sql).some(
        (name) => this.#dropped.has(name) || this.#revoked.has(name),
      )
      return !isConcerned || this.add(statement)
    }
    const names = namesIn(statement.sql)
    const isLost = this.#droppedColumns.some(
      ({ table, column }) => names.has(table) && usesColumn(statement.sql, column),
    )
    if (isLost) return false
    if (subject?.kind === 'comment' && this.#dropped.has(subject.name)) return this.add(statement)
    if (subject?.kind === 'rows')
      return ![...this.#sources].some((name) => names.has(name) && name !== subject.name)
    if (![...this.#dropped].some((name) => names.has(name))) return true
    return subject !== null && this.#again(statement, subject)
  }

  /** Statements that use what was dropped: Postgres has to accept them once more. */
  #again(statement: Placed, subject: Subject): boolean {
    switch (subject.kind) {
      case 'comment':
      case 'indexOption':
        return this.add(statement)
      case 'function':
        return this.add({ ...statement, sql: orReplace(statement.sql) })
      case 'policy':
      case 'trigger':
        return this.remove(statement) && this.add(statement)
      default:
        return false
    }
  }

  #isAdded({ at, start }: Placed) {
    return this.#additions.some((other) => other.at === at && other.start === start)
  }

  #former(sql: string): { formerRows?: string[] } {
    const subject = subjectOf(sql)
    if (subject?.kind !== 'rows') return {}
    return { formerRows: this.#formerRows.filter((old) => subjectOf(old)?.name === subject.name) }
  }

  steps(): Step[] {
    const byPlace = (one: Placed, other: Placed) => one.at - other.at || one.start - other.start
    const removals = this.#removals.toSorted(byPlace).toReversed()
    const additions = this.#additions.toSorted(byPlace)
    return [
      ...removals.map(({ sql, path }) => ({ sql, path })),
      ...additions.map(({ sql, path, line }) => ({ sql, path, line, ...this.#former(sql) })),
    ]
  }
}

type InPlace = { removals: Statement[]; additions: Statement[]; columns?: string[] }

/** How an object becomes the next without being dropped; null when it has to be, or cannot. */
function inPlace(old: Statement, now: Statement): InPlace | null {
  const kind = subjectOf(now.sql)?.kind
  if (kind === 'comment') return { removals: [], additions: [now] }
  if (kind === 'view' || (kind === 'function' && isCalledAlike(old.sql, now.sql)))
    return { removals: [], additions: [{ ...now, sql: orReplace(now.sql) }] }
  if (kind === 'table') return tableChange(old, now)
  const additions = kind === 'type' ? addedValues(old, now) : null
  return additions && { removals: [], additions }
}

const orReplace = (sql: string) => sql.replace(/^create (function|view)/i, 'create or replace $1')

/** Whether two texts of a function have the same parameters and result. */
function isCalledAlike(old: string, now: string): boolean {
  const head = (sql: string) =>
    /^[\s\S]*?\slanguage\s/i.exec(sql)?.[0].replace(/^create or replace/i, 'create')
  return head(old) === head(now)
}

const CREATED = /^create (?:or replace )?(?:table|view|type|function) ([\w.]+)/gim

/** True when a statement may name what is only created after it: the running database has it. */
export function dependsOnLater(steps: Step[], chapters: Chapter[]): boolean {
  return steps.some(({ sql, path, line = 0 }) => {
    const at = chapters.findIndex((chapter) => chapter.path === path)
    if (at < 0) return false
    const rest = chapters[at]?.sql.split('\n').slice(line).join('\n') ?? ''
    const later = [rest, ...chapters.slice(at + 1).map((chapter) => chapter.sql)].join('\n')
    const names = namesIn(sql)
    return [...later.matchAll(CREATED)].some(([, name = '']) => names.has(name))
  })
}
