import type pg from 'pg'
import type { ColumnType } from '../wire/values.ts'

export type Column = {
  readonly name: string
  readonly type: ColumnType
  readonly sqlType: string
  /** The expression of a generated column, whose value the stream lacks; null for other columns. */
  readonly generated: string | null
}

export type Table = {
  readonly oid: number
  readonly schema: string
  readonly name: string
  /** The quoted name for SQL: `"schema"."name"`. */
  readonly sqlName: string
  readonly columns: readonly Column[]
  readonly primaryKey: readonly Column[]
  readonly hasRls: boolean
  readonly roles: ReadonlyMap<string, Access>
}

/** Read rights of a role on a table. */
export type Access = {
  readonly selectable: ReadonlySet<string>
  /** True for superusers and roles with `bypassrls`: no policy applies. */
  readonly bypassesRls: boolean
}

export const NO_ACCESS: Access = { selectable: new Set(), bypassesRls: false }

export type Tables = {
  /** A table by its oid; undefined if it no longer exists. */
  byOid(oid: number): Promise<Table | undefined>
  /** Published tables by name; `*` stands for any. */
  published(schema: string, name: string): Promise<Table[]>
  /** Forgets a table whose columns, policies or grants have changed. */
  forget(oid: number): void
}

/** Reads the catalog data that events need. Each table is cached until the stream reports a change of it. */
export function openTables(pool: pg.Pool, publication: string): Tables {
  const known = new Map<number, Promise<Table | undefined>>()

  function byOid(oid: number): Promise<Table | undefined> {
    let table = known.get(oid)
    if (!table) {
      table = read(oid)
      known.set(oid, table)
      table.catch(() => known.delete(oid))
    }
    return table
  }

  async function read(oid: number): Promise<Table | undefined> {
    const { rows } = await pool.query<CatalogRow>(CATALOG, [oid])
    return rows[0] && tableOf(oid, rows[0])
  }

  async function published(schema: string, name: string): Promise<Table[]> {
    const found = await pool.query<{ oid: number }>(
      `select format('%I.%I', schemaname, tablename)::regclass::oid::int as oid
       from pg_publication_tables
       where pubname = $1 and ($2 = '*' or schemaname = $2) and ($3 = '*' or tablename = $3)`,
      [publication, schema, name],
    )
    // Read again, because the rights of a new subscriber are decided by the current catalog.
    for (const { oid } of found.rows) known.delete(oid)
    const tables = await Promise.all(found.rows.map(({ oid }) => byOid(oid)))
    return tables.filter((table) => table !== undefined)
  }

  return {
    byOid,
    published,
    forget: (oid) => void known.delete(oid),
  }
}

type CatalogRow = {
  schema: string
  name: string
  sql_name: string
  has_rls: boolean
  columns: (CatalogType & {
    column: string
    sql_type: string
    generated: string | null
    is_key: boolean
  })[]
  roles: { role: string; selectable: string[]; bypasses: boolean }[]
}
type CatalogType = { type: string; kind: string; element: string | null }

function tableOf(oid: number, row: CatalogRow): Table {
  const columns = row.columns.map((column) => ({
    name: column.column,
    sqlType: column.sql_type,
    generated: column.generated,
    type: {
      name: column.type,
      kind: column.kind,
      element: column.element ? { name: column.element, kind: 'b', element: null } : null,
    },
    isKey: column.is_key,
  }))
  return {
    oid,
    schema: row.schema,
    name: row.name,
    sqlName: row.sql_name,
    columns,
    primaryKey: columns.filter((column) => column.isKey),
    hasRls: row.has_rls,
    roles: new Map(
      row.roles.map(({ role, selectable, bypasses }) => {
        return [role, { selectable: new Set(selectable), bypassesRls: bypasses }]
      }),
    ),
  }
}

const CATALOG = `
with roles as (
  select r.oid, r.rolname, r.rolsuper or r.rolbypassrls as bypasses
  from pg_roles r
  where r.rolname not like 'pg\\_%' and has_any_column_privilege(r.oid, $1::int::oid, 'select')
)
select
  n.nspname as schema, c.relname as name, c.relrowsecurity as has_rls,
  format('%I.%I', n.nspname, c.relname) as sql_name,
  (
    select json_agg(json_build_object(
      'column', a.attname, 'type', b.typname, 'kind', b.typtype, 'element', e.typname,
      'sql_type', format_type(a.atttypid, -1),
      'generated', case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end,
      'is_key', coalesce(a.attnum = any (i.indkey), false)
    ) order by a.attnum)
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    join pg_type b on b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
    left join pg_type e on e.oid = b.typelem and b.typcategory = 'A'
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ) as columns,
  (
    select coalesce(json_agg(json_build_object(
      'role', r.rolname,
      'selectable', (
        select coalesce(json_agg(a.attname order by a.attnum), '[]') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and has_column_privilege(r.oid, c.oid, a.attnum, 'select')
      ),
      'bypasses', r.bypasses
    ) order by r.rolname), '[]') from roles r
  ) as roles
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.oid = $1::int`
