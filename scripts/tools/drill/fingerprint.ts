import type pg from 'pg'

/** Number of rows and a hash of their contents, by table. */
export type Fingerprint = Map<string, { rows: number; hash: string }>

/** The schemas that hold a market: its own, accounts and files. */
export const SCHEMAS = ['public', 'private', 'auth', 'storage']

export async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind in ('r', 'p') order by 1`,
    [SCHEMAS],
  )
  return rows.map(({ name }) => name)
}

/** The fingerprint of a database. It is equal for the same rows, in whatever order they are stored. */
export async function fingerprint(client: pg.Client): Promise<Fingerprint> {
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'; set extra_float_digits = 1`)
  const found: Fingerprint = new Map()
  for (const table of await tablesOf(client)) {
    const { rows } = await client.query<{ rows: number; hash: string }>(`
      select count(*)::int as rows, md5(coalesce(string_agg(hash, '' order by hash), '')) as hash
      from (select md5(t::text) collate "C" as hash from ${table} t) as hashes`)
    if (rows[0]) found.set(table, rows[0])
  }
  return found
}

/** The tables that differ, each with both fingerprints; empty if two databases are equal. */
export function differences(
  expected: Fingerprint,
  actual: Fingerprint,
  leftOut: string[] = [],
): string[] {
  const tables = new Set([...expected.keys(), ...actual.keys()])
  const show = (print: Fingerprint, table: string) => {
    const entry = print.get(table)
    return entry ? `${entry.rows} rows, ${entry.hash}` : 'missing'
  }
  return [...tables]
    .filter((table) => !leftOut.includes(table) && show(expected, table) !== show(actual, table))
    .map((table) => `${table}: ${show(expected, table)}; restored: ${show(actual, table)}`)
}
