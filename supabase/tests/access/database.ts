import { pool, sql } from '../api/harness.ts'

export type Row = Record<string, unknown>
export const run = sql<Row>

/** Why an account is frozen, as the lists of staff show it now. */
export async function causesOf(profileId: string): Promise<string> {
  const [row] = await run('select private.causes_of($1) as causes', [profileId])
  return String(row?.['causes'])
}

/** Resets the rate limits of these members. */
export async function forgetLimits(profileIds: string[]): Promise<void> {
  await run(
    `delete from private.rate_limits where subject in (
       select encode(extensions.hmac(
         convert_to(btrim(who || ' ' || whom), 'UTF8'), k.key, 'sha256'), 'hex')
       from (select private.secret('rate_limit') as key offset 0) k,
         unnest($1::text[]) as who, unnest($1::text[] || '{""}') as whom)`,
    [profileIds],
  )
}

/** Rows as JSON, whatever their columns are. */
export async function rowsOf(relation: string, match: Row): Promise<Row[]> {
  const names = Object.keys(match)
  const where = names.map((name, index) => `t.${name} = $${index + 1}`).join(' and ')
  const rows = await run(
    `select to_jsonb(t) as row from public.${relation} t where ${where}`,
    Object.values(match),
  )
  return rows.map(({ row }) => row as Row)
}

// Everything that belongs to some members, by following the foreign keys -------------------------
type Key = { child: string; column: string; parent: string }

/** Tables that background work changes at any time, so that they are left out of the fingerprint. */
const RESTLESS = [
  'private.standings',
  'private.reassessments',
  'public.notifications',
  'private.match_queue',
  'private.email_outbox',
  'private.digest_items',
  'private.campaign_queue',
  'private.campaign_matches',
  'private.saved_search_matches',
  'private.creators',
  'private.file_inspections',
  'private.chargeback_evidence',
]
let query: string | undefined

/** A hash for each table over all rows that belong to these members. A changed hash shows that a row was changed. */
export async function fingerprint(profileIds: string[]): Promise<Row> {
  query ??= await fingerprintQuery()
  // A name makes it a prepared statement, because planning is slow. With a pooler, prepared statements do not work.
  const name = process.env['KOLPACT_POOLER'] ? {} : { name: 'fingerprint' }
  const { rows } = await pool.query<Row>({ ...name, text: query, values: [profileIds] })
  return rows[0]?.['hashes'] as Row
}

async function fingerprintQuery(): Promise<string> {
  const keys = (await run(
    `select conrelid::regclass::text as child, a.attname as column, confrelid::regclass::text as parent
     from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and cardinality(c.conkey) = 1
       and c.connamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  )) as Key[]
  const named = keys.map((key) => ({
    ...key,
    child: qualified(key.child),
    parent: qualified(key.parent),
  }))
  const tables = new Set(named.map(({ child }) => child))
  const hashes = [...tables]
    .filter((table) => !RESTLESS.includes(table))
    .map((table) => {
      const rows = `select md5(t::text) as hash from ${table} t where ${belongs('t', table, named, 2)}`
      return `select '${table}' as name, (select md5(string_agg(hash, '' order by hash)) from (${rows}) r) as hash`
    })
  return `select jsonb_object_agg(name, hash) as hashes from (${hashes.join(' union all ')}) all_tables`
}

const qualified = (name: string) => (name.includes('.') ? name : `public.${name}`)

function belongs(alias: string, table: string, keys: Key[], depth: number): string {
  const ways = keys
    .filter(({ child, parent }) => child === table && parent !== table)
    .map(({ column, parent }) => {
      const value = `${alias}.${column}`
      if (parent === 'public.profiles') return `${value} = any ($1)`
      if (parent === 'auth.users')
        return `${value} in (select user_id from public.profiles where id = any ($1))`
      if (depth === 0) return 'false'
      const inner = `${alias}p`
      const condition = belongs(inner, parent, keys, depth - 1)
      const id = parent === 'public.currencies' ? 'code' : 'id'
      return condition === 'false'
        ? 'false'
        : `${value} in (select ${inner}.${id} from ${parent} ${inner} where ${condition})`
    })
    .filter((way) => way !== 'false')
  const itself = table === 'public.profiles' ? [`${alias}.id = any ($1)`] : []
  return [...itself, ...ways].join(' or ') || 'false'
}
