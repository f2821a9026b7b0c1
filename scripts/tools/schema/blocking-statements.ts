import { splitStatements } from './statements.ts'

/** Words after `add` that do not begin a new column. */
const NO_COLUMN = '(?:constraint|check|unique|primary|foreign|exclude)'
const ADDS_COLUMN = String.raw`\badd (?:column )?(?!${NO_COLUMN}\b)`
/** Slow effects of statements, or of actions of `alter table`, that hold a lock against writes, or also reads. */
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
  // A default from a function is computed for each row, except `now()`, which is constant in a transaction.
  ['writes all rows anew', RegExp(String.raw`${ADDS_COLUMN}.* default .*\b(?!now\()[a-z_]\w*\(`)],
  ['writes all rows anew', /^cluster |\bset (?:(?:un)?logged|access method|tablespace)\b/],
  ['writes all rows anew', /^refresh materialized view (?!concurrently )/],
  ['changes rows', /^(?:update|delete from|merge into) /],
  ['changes rows', /^(?:with|do)\b.*\b(?:update \S+ (?:\S+ ){0,2}set|delete from|merge into)\b/],
]
const TABLE = / (?:on|table|update|from) (?:if exists )?(?:only )?([\w.]+)/
/** Finds the table that a statement locks until the migration ends, against writers or also readers. */
const LOCKED =
  /^(?:alter table (?:if exists )?(?:only )?|(?:create|alter|drop) (?:policy|(?:or replace )?(?:constraint )?trigger|(?:unique )?index(?! concurrently)) .*?\bon )([\w.]+)/
const VALIDATES = /\bvalidate constraint\b/
/** Comment lines before a statement that allow it, each with a reason or a name. */
const SMALL = /^-- small table: \S/
const CHECKED_BEFORE = /^-- checked before: \S/
const BUILT_BEFORE = /^-- built before: \S/

/**
 * Finds statements of a migration that block an existing table for as long as they take to read or write its rows.
 * A line before a statement allows it: `-- small table: <reason>`, `-- checked before: <constraint>` for `set not null`,
 * or `-- built before: <name>` for an index with `if not exists` (docs/operating.md).
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
    // A validation reads all rows, but its lock blocks nobody, unless the migration has locked the table before.
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

/** Splits `alter table` into its actions, at commas outside of parentheses. */
function actionsOf(statement: string): string[] {
  let depth = 0
  const apart = statement.replaceAll(/[(),]/g, (sign) => {
    if (sign === ',') return depth === 0 ? '\n' : sign
    depth += sign === '(' ? 1 : -1
    return sign
  })
  return apart.split('\n')
}

/** A statement on one line, in lower case, without optional quotes and schema names. */
const plain = (sql: string) =>
  sql
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\bpublic\./gi, '')
    .toLowerCase()
