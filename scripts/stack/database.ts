import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { SUPERUSER, type Postgres } from './postgres.ts'

const platform = join(import.meta.dirname, 'platform')
/** The SQL files of the platform, each after those that it depends on. */
const FILES = [
  'before.sql',
  'auth.sql',
  'after.sql',
  'realtime.sql',
  'partitions.sql',
  'policy-grants.sql',
]

/** Creates `database` if it is missing, with the schemas and roles of a Supabase database. */
export async function preparePlatform(
  server: Pick<Postgres, 'url'>,
  database = 'postgres',
): Promise<void> {
  await withClient(server.url('template1', SUPERUSER), async (client) => {
    await client.query(readFileSync(join(platform, 'roles.sql'), 'utf8'))
    const found = await client.query('select from pg_database where datname = $1', [database])
    if (found.rowCount === 0)
      await client.query(`create database ${client.escapeIdentifier(database)}`)
  })
  for (const name of FILES) await runFile(server, database, name)
}

async function runFile(server: Pick<Postgres, 'url'>, database: string, name: string) {
  await withClient(server.url(database, SUPERUSER), async (client) => {
    const sql = readFileSync(join(platform, name), 'utf8')
    await client.query(sql.replaceAll(':database:', client.escapeIdentifier(database)))
  })
}

/** Runs every SQL file of a folder and its subfolders, in the order of names. */
export async function applySqlFiles(url: string, folder: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const name of sqlFiles(folder)) await runSql(client, join(folder, name))
  })
}

/**
 * Applies the pending migrations of a folder, each in a transaction of its own, and records
 * them in the table of the Supabase CLI. Returns the versions applied.
 */
export async function applyMigrations(
  url: string,
  folder: string,
  until?: string,
): Promise<string[]> {
  return withClient(url, async (client) => {
    await client.query(`
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text primary key, statements text[], name text
      )`)
    const done = await client.query<{ version: string }>(
      'select version from supabase_migrations.schema_migrations',
    )
    const applied = new Set(done.rows.map((row) => row.version))
    const pending = migrationFiles(folder).filter(
      ({ version }) => !applied.has(version) && (until === undefined || version <= until),
    )
    for (const { file, version, name } of pending) {
      await client.query('begin')
      await runSql(client, file)
      await client.query(
        'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
        [version, name, [readFileSync(file, 'utf8')]],
      )
      await client.query('commit')
    }
    return pending.map(({ version }) => version)
  })
}

export function migrationFiles(folder: string) {
  return sqlFiles(folder).map((file) => {
    const [, version = '', name = ''] = /^(\d+)_(.*)\.sql$/.exec(file) ?? []
    if (!version) throw new Error(`supabase/migrations/${file}: expected <version>_<name>.sql`)
    return { file: join(folder, file), version, name }
  })
}

export async function runSql(client: pg.Client, file: string): Promise<void> {
  const sql = readFileSync(file, 'utf8')
  try {
    await client.query(sql)
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError)) throw cause
    const line = cause.position ? sql.slice(0, Number(cause.position)).split('\n').length : 0
    const where = line ? `${file}:${line}` : file
    throw new Error(`${where}: ${cause.message}${cause.where ? `\n${cause.where}` : ''}`, { cause })
  }
}

export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  // Without a listener, the error of a lost connection would end the process. Its queries are rejected anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function sqlFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}
