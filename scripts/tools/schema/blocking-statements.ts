import { splitStatements } from './statements.ts'

/** Effects of a statement while it holds a lock on a table that stops writes, or reads too. */
const BLOCKING: [what: string, pattern: RegExp][] = [
  ['builds an index', /^create (?:unique )?index (?!concurrently )/],
  [
    'builds an index',
    /\badd constraint \S+ (?:unique|primary key|exclude)\b(?![^,(]*\busing index\b)/,
  ],
  ['reads all rows', /\badd constraint \S+ (?:check|foreign key)\b(?!.* not valid$)/],
  ['reads all rows', /\badd column\b[^,]* (?:references|check)\b/],
  ['reads all rows', /\balter column \S+ set not null\b/],
  ['writes all rows anew', /\balter column \S+ (?:set data )?type\b/],
  ['writes all rows anew', /\badd column\b[^,]* generated (?:always|by default) as\b/],
  [
    'writes all rows anew',
    /\badd column\b[^,]* default [^,]*\b(?:gen_random_uuid|uuidv7|random|clock_timestamp|nextval)\(/,
  ],
  ['changes rows', /^(?:update|delete from) /],
]
const TABLE = / (?:on|table|update|from) (?:if exists )?(?:only )?([\w.]+)/
/** Before the statement stands why it may. A constraint, or an index, that was made before is found by `if not exists`. */
const REASON = /^-- (?:small table|checked before): \S/
const BUILT_BEFORE = /^-- built before: \S/

/**
 * Statements of a migration that hold up a table that was there before it, for as long as they take to go over its rows. Each
 * needs a line before it: `-- small table: <reason>`, `-- checked before: <constraint>` for `set not null`, or
 * `-- built before: <name>` for an index with `if not exists` (docs/operating.md).
 */
export function blockingStatements(migration: string): string[] {
  const lines = migration.split('\n')
  const created = new Set<string>()
  const added = new Set<string>()
  return splitStatements(migration).flatMap(({ sql, line }) => {
    const statement = plain(sql)
    const table = TABLE.exec(` ${statement}`)?.[1] ?? ''
    const reason = lines[line - 2] ?? ''
    if (/^create (?:unlogged )?table /.test(statement)) created.add(table)
    const [, notValid] = /\badd constraint (\S+) .* not valid$/.exec(statement) ?? []
    if (notValid) added.add(notValid)
    const [, validated = ''] = /\bvalidate constraint (\S+)/.exec(statement) ?? []
    const isFound = BUILT_BEFORE.test(reason) && statement.includes(' index if not exists ')
    if (created.has(table) || REASON.test(reason) || isFound) return []
    const found = BLOCKING.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what)
    // The lock of the first statement stays until the migration ends.
    if (added.has(validated)) found.push('reads all rows')
    return found.map((what) => `line ${line}: ${table} ${what}: ${statement.slice(0, 80)}`)
  })
}

/** The statement in one line, in lower case, without the quotes and the schema that need not be there. */
const plain = (sql: string) =>
  sql
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\bpublic\./gi, '')
    .toLowerCase()
