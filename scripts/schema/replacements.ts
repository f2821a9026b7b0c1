import { difference, splitStatements, type Statement } from './statements.ts'

/**
 * The statements that take a database from one text of a chapter to the next, when only bodies of
 * functions, queries of views and comments differ; null when more does. Then nothing needs to be
 * compared. Postgres refuses to replace a view by one without a column of the former.
 */
export function replacements(before: string, after: string): Statement[] | null {
  const [old, now] = [splitStatements(before), splitStatements(after)]
  const removed = difference(old, now).map(({ sql }) => head(sql))
  const added = difference(now, old)
  const isReplaced = ({ sql }: Statement) => {
    const at = removed.indexOf(head(sql))
    return at >= 0 && removed.splice(at, 1)[0] !== null
  }
  if (!added.every(isReplaced) || removed.length > 0) return null
  return added.map(({ sql, line }) => ({
    sql: sql.replace(/^create (function|view)/i, 'create or replace $1'),
    line,
  }))
}

/** What must stay the same for the statement to be run again; null for any other statement. */
function head(sql: string): string | null {
  const body = /^create (?:or replace )?function\b[\s\S]*?\sas\s+(?=\$)/i.exec(sql)
  const view = /^create (?:or replace )?view\b[\s\S]*?\sas\s/i.exec(sql)
  const comment = /^comment on [\s\S]*?\sis\s/i.exec(sql)
  return (body ?? view ?? comment)?.[0] ?? null
}
