import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  applyMigrations,
  migrationFiles,
  preparePlatform,
  runSql,
  withClient,
} from '../../../scripts/stack/database.ts'
import { startTemporaryPostgres, type Postgres } from '../../../scripts/stack/postgres.ts'

// A market that lived under all migrations but the newest is brought up to date. `seeds/<version>.sql`
// is the seed as it stood when <version> was the newest: keep a copy whenever a migration is added.
const versions = migrationFiles().map(({ version }) => version)
const previous = versions.at(-2)
const seed = join(import.meta.dirname, 'seeds', `${previous}.sql`)

type Snapshot = Map<string, { columns: string[]; rows: number; hash: string }>

let server: Postgres
let before: Snapshot
beforeAll(async () => {
  server = await startTemporaryPostgres()
  await preparePlatform(server)
  await applyMigrations(server.url(), previous)
  await withClient(server.url(), (client) => runSql(client, seed))
  before = await snapshot()
  await applyMigrations(server.url())
})
afterAll(() => server.stop())

test('the seed of the migration before the newest is kept', () => {
  expect(existsSync(seed), `supabase/tests/schema/seeds/${previous}.sql`).toBe(true)
})

test('every row is there after the newest migration, with all that it held', async () => {
  expect([...before.values()].reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(1000)
  expect(await snapshot(before)).toEqual(before)
})

test('the ledger has no fault, and what is held is what is owed', async () => {
  const [faults, solvency] = await withClient(server.url(), async (client) => [
    (await client.query('select * from private.ledger_faults()')).rows,
    (await client.query('select * from public.solvency')).rows,
  ])
  expect(faults).toEqual([])
  expect(solvency).not.toEqual([])
  for (const { held_minor, owed_minor } of solvency ?? []) expect(held_minor).toBe(owed_minor)
})

test('migrating again changes nothing', async () => {
  expect(await applyMigrations(server.url())).toEqual([])
})

/** Rows and content of each table; with `known`, of the columns that it names and no others. */
async function snapshot(known?: Snapshot): Promise<Snapshot> {
  return withClient(server.url(), async (client) => {
    const found: Snapshot = new Map()
    const tables = known
      ? undefined
      : await client.query<{ name: string; columns: string[] }>(TABLES)
    const wanted = known
      ? [...known].map(([name, { columns }]) => ({ name, columns }))
      : (tables?.rows ?? [])
    for (const { name, columns } of wanted) {
      const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
      const result = await client.query<{ rows: string; hash: string }>(
        `select count(*) as rows, coalesce(md5(string_agg(line, E'\\n' order by line)), '') as hash
         from (select row(${list})::text as line from ${name}) as lines`,
      )
      const { rows, hash } = result.rows[0] ?? { rows: '0', hash: '' }
      found.set(name, { columns, rows: Number(rows), hash })
    }
    return found
  })
}

// What people wrote and what happened. Left out: settings (a migration may add rows) and what is
// worked out from other tables (search keys, counted trigrams, rate limits).
const TABLES = `
  select format('%I.%I', c.table_schema, c.table_name) as name,
    array_agg(c.column_name::text order by c.column_name) as columns
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where t.table_type = 'BASE TABLE'
    and (c.table_schema = 'public' or c.table_schema || '.' || c.table_name = any (array[
      'auth.users', 'auth.identities', 'private.accounts', 'private.transfers', 'private.entries',
      'private.holds', 'private.email_outbox']))
  group by c.table_schema, c.table_name`
