import { splitStatements } from './statements.ts'

/** Words after `add` that name no column. */
const NO_COLUMN = '(?:constraint|check|unique|primary|foreign|exclude)'
const ADDS_COLUMN = String.raw`\badd (?:column )?(?!${NO_COLUMN}\b)`
/** Effects of a statement, or of one action of `alter table`, while it holds a lock on a table that stops writes, or reads too. */
const BLOCKING: [what: string, pattern: RegExp][] = [
  ['builds an index', /^create (?:unique )?index (?!concurrently )/],
  ['builds an index', /^reindex (?!.*\bconcurrently\b)/],
  [
    'builds an index',
    /\badd (?:constraint \S+ )?(?:unique|primary key|exclude)\b(?!.*\busing index\b)/,
  ],
  ['builds an index', RegExp(String.raw`${ADDS_COLUMN}.* (?:unique|primary key)\b`)],
  ['reads all rows', /\badd (?:constraint \S+ )?(?:check|foreign key)\b(?!.* not valid$)/],
  ['reads all rows', RegExp(String.raw`${ADDS_COLUMN}.* (?:references|check)\b`)],
  ['reads all rows', /\balter (?:column )?\S+ set not null\b/],
  ['reads all rows', /\battach partition\b/],
  ['writes all rows anew', /\balter (?:column )?\S+ (?:(?:set data )?type|set expression)\b/],
  [
    'writes all rows anew',
    RegExp(String.raw`${ADDS_COLUMN}.* generated (?:always|by default) as\b`),
  ],
  ['writes all rows anew', RegExp(String.raw`${ADDS_COLUMN}.* (?:big|small)?serial\b`)],
  // A function may return another value for each row; the time is that of the transaction.
  ['writes all rows anew', RegExp(String.raw`${ADDS_COLUMN}.* default .*\b(?!now\()[a-z_]\w*\(`)],
  ['writes all rows anew', /^cluster |\bset (?:(?:un)?logged|access method|tablespace)\b/],
  ['writes all rows anew', /^refresh materialized view (?!concurrently )/],
  ['changes rows', /^(?:update|delete from|merge into) /],
  ['changes rows', /^(?:with|do)\b.*\b(?:update \S+ (?:\S+ ){0,2}set|delete from|merge into)\b/],
]
const TABLE = / (?:on|table|update|from) (?:if exists )?(?:only )?([\w.]+)/
/** A table that a statement locks until the migration ends, against writers or readers too. */
const LOCKED =
  /^(?:alter table (?:if exists )?(?:only )?|(?:create|alter|drop) (?:policy|(?:or replace )?(?:constraint )?trigger|(?:unique )?index(?! concurrently)) .*?\bon )([\w.]+)/
const VALIDATES = /\bvalidate constraint\b/
/** Before the statement stands why it may. An index that was made before is found by `if not exists`. */
const SMALL = /^-- small table: \S/
const CHECKED_BEFORE = /^-- checked before: \S/
const BUILT_BEFORE = /^-- built before: \S/

/**
 * Statements of a migration that hold up a table that was there before it, for as long as they take to go over its rows. Each
 * needs a line before it: `-- small table: <reason>`, `-- checked before: <constraint>` for `set not null`, or
 * `-- built before: <name>` for an index with `if not exists` (docs/operating.md).
 */
export function blockingStatements(migration: string): string[] {
  const lines = migration.split('\n')
  const created = new Set<string>()
  const locked = new Set<string>()
  return splitStatements(migration).flatMap(({ sql, line }) => {
    const statement = plain(sql)
    const table = TABLE.exec(` ${statement}`)?.[1] ?? ''
    const reason = lines[line - 2] ?? ''
    if (/^create (?:unlogged )?table /.test(statement)) created.add(table)
    const actions = statement.startsWith('alter table ') ? actionsOf(statement) : [statement]
    const isValidation = actions.every((action) => VALIDATES.test(action))
    // A validation reads all rows under a lock that holds nobody up, if it is the first of this table.
    const isHeldUp = VALIDATES.test(statement) && (locked.has(table) || !isValidation)
    const [, lockedTable] = LOCKED.exec(statement) ?? []
    if (lockedTable && !isValidation) locked.add(lockedTable)
    const isPrepared =
      (BUILT_BEFORE.test(reason) && statement.includes(' index if not exists ')) ||
      (CHECKED_BEFORE.test(reason) && statement.endsWith(' set not null'))
    if (created.has(table) || SMALL.test(reason) || isPrepared) return []
    const found = BLOCKING.filter(([, pattern]) =>
      actions.some((action) => pattern.test(action)),
    ).map(([what]) => what)
    if (isHeldUp) found.push('reads all rows')
    return found.map((what) => `line ${line}: ${table} ${what}: ${statement.slice(0, 80)}`)
  })
}

/** The actions of `alter table`, which commas separate that are in no parentheses. */
function actionsOf(statement: string): string[] {
  let depth = 0
  const apart = statement.replaceAll(/[(),]/g, (sign) => {
    if (sign === ',') return depth === 0 ? '\n' : sign
    depth += sign === '(' ? 1 : -1
    return sign
  })
  return apart.split('\n')
}

/** The statement in one line, in lower case, without the quotes and the schema that need not be there. */
const plain = (sql: string) =>
  sql
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\bpublic\./gi, '')
    .toLowerCase()
