// Finds text columns with a closed list of values in the database. The generated types then have these
// values instead of `string`, so that the compiler checks the client's texts and cases.
import pg from 'pg'

/** A list of values, with a name if several columns use it. */
type List = { name: string; values: string[] }
/** Allowed values by table and column; for an array column, those of its elements. */
export type KnownValues = Record<string, Record<string, List>>

const CONSTRAINTS = `
  select t.relname as "table", a.attname as "column", pg_get_constraintdef(c.oid) as definition,
    c.confrelid::regclass::text as target,
    (select b.attname from pg_attribute b where b.attrelid = c.confrelid and b.attnum = c.confkey[1])
      as "targetColumn"
  from pg_constraint c
  join pg_class t on t.oid = c.conrelid
  join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
  where t.relnamespace = 'public'::regnamespace and cardinality(c.conkey) = 1
    and c.contype in ('c', 'f') and a.atttypid in ('text'::regtype, 'text[]'::regtype)
  order by t.relname, a.attname`

type Constraint = {
  table: string
  column: string
  definition: string
  target: string
  targetColumn: string | null
}

/** Reads the lists of a database without data, in which rows of a table are part of the schema. */
export async function readKnownValues(url: string): Promise<KnownValues> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Constraint>(CONSTRAINTS)
    const known = await readMemberLists(client)
    for (const constraint of rows) {
      const list = listOf(constraint)
      if (!list) continue
      const found = await client.query<{ value: string }>(`select value from (${list}) as l(value)`)
      const values = found.rows.map(({ value }) => value)
      const { table, column, target, targetColumn } = constraint
      const name = targetColumn ? `${target}.${targetColumn}` : `${table}.${column}`
      if (values.length > 0) (known[table] ??= {})[column] = { name, values }
    }
    return known
  } finally {
    await client.end()
  }
}

/** The columns of any table with words of private.member_lists. */
async function readMemberLists(client: pg.Client): Promise<KnownValues> {
  const { rows } = await client.query<{ table: string; column: string; words: string[] }>(`
    select c.table_name as "table", c.column_name as "column", list.value as words
    from information_schema.columns c join json_each(private.member_lists()) as list on list.key = c.column_name
    where c.table_schema = 'public' order by 1, 2`)
  const known: KnownValues = {}
  for (const { table, column, words } of rows)
    (known[table] ??= {})[column] = { name: column, values: words }
  return known
}

/** A query for the values that a constraint allows; null if it is no closed list, or a list that members cannot read. */
export function listOf({ column, definition, target, targetColumn }: Constraint): string | null {
  if (target.startsWith('private.')) return null
  if (targetColumn) return `select ${targetColumn}::text from ${target} order by 1`
  const start = [`CHECK ((${column} = ANY (`, `CHECK ((${column} <@ `].find((each) =>
    definition.startsWith(each),
  )
  if (!start) return null
  const end = start.includes('ANY') ? ')))' : '))'
  return `select unnest((${definition.slice(start.length, -end.length)})::text[])`
}

/** Writes the values into the types of table rows. A list that several columns use becomes a named type. */
export function narrow(types: string, known: KnownValues): string {
  const names = namesOfShared(known)
  const rows = /^( {6}(\w+): (?:Table|Read)<\{\n)([^}]*)/gm
  const shared = [...names].map(([values, name]) => `type ${name} = ${values}\n`).join('')
  const narrowed = types.replace(rows, (_all, head: string, table: string, columns: string) => {
    return head + narrowColumns(columns, known[table] ?? {}, names)
  })
  return narrowed.replace('export type Database =', `${shared}\nexport type Database =`)
}

const textOf = ({ values }: List) => values.map((value) => `'${value}'`).join(' | ')

/** The names of lists that several columns use, by the text of the list. */
function namesOfShared(known: KnownValues): Map<string, string> {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  for (const list of Object.values(known).flatMap((columns) => Object.values(columns))) {
    const text = textOf(list)
    if (seen.has(text) && list.values.length > 3) names.set(text, typeName(list.name))
    seen.add(text)
  }
  return names
}

const typeName = (name: string) =>
  name
    .replace('private.', '')
    .replaceAll(/(?:^|[._])(\w)/g, (_all, letter: string) => letter.toUpperCase())

function narrowColumns(
  columns: string,
  known: Record<string, List>,
  names: Map<string, string>,
): string {
  return columns.replace(/^( +(\w+): )string\b/gm, (all, head: string, column: string) => {
    const list = known[column]
    return list ? `${head}${names.get(textOf(list)) ?? `(${textOf(list)})`}` : all
  })
}
