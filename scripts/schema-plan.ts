import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { preparePlatform, withClient } from 'local-supabase/database.ts'
import { applyMigrations, applySchemas, projectRoot } from './project.ts'
import { startTemporaryPostgres, type Postgres } from 'local-supabase/postgres.ts'

const run = promisify(execFile)
const pgDelta = join(projectRoot, 'node_modules', '@supabase', 'pg-delta', 'dist', 'cli', 'main.js')
const NO_ACTIONS = 3

/** The SQL from what the migrations build to what the schemas build; '' when they agree. */
export async function planMigration(): Promise<string> {
  const server = await startTemporaryPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'kolpact-plan-'))
  try {
    await preparePlatform(server, 'migrated')
    await preparePlatform(server, 'desired')
    await applyMigrations(server.url('migrated'))
    await applySchemas(server.url('desired'))
    for (const name of ['migrated', 'desired']) await respellTriggers(server.url(name))
    const plan = join(folder, 'plan.json')
    await runPgDelta([
      'plan',
      '--source',
      server.url('migrated'),
      '--desired',
      server.url('desired'),
      '--profile',
      'supabase',
      '--renames',
      'off',
      '--out',
      plan,
    ])
    const base = join(folder, 'plan')
    await runPgDelta(['render', '--plan', plan, '--out', `${base}.sql`, '--allow-drops'])
    const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
    const sql = files
      .toSorted()
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n')
    // Hosted projects create extensions as another role, so `postgres` may not comment on them.
    const ours = sql
      .replaceAll(/^COMMENT ON EXTENSION .*;\n\n?/gm, '')
      .replaceAll(/^CREATE EXTENSION "/gm, 'CREATE EXTENSION IF NOT EXISTS "')
    return [ours, await platformPolicies(server), await referenceRows(server)]
      .filter(Boolean)
      .join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await server.stop()
  }
}

/**
 * A trigger's `when (row(OLD.a, OLD.b) is distinct from row(NEW.a, NEW.b))` prints as nested ORs, which
 * parse back into one flat OR. Both sides take the printed form, so that equal triggers compare equal.
 */
async function respellTriggers(url: string) {
  await withClient(url, (client) =>
    client.query(`
      do $$
      declare
        r record;
      begin
        for r in
          select tgname, tgrelid::regclass as relation, pg_get_triggerdef(t.oid) as definition
          from pg_trigger t join pg_class c on c.oid = t.tgrelid
          where tgqual is not null and not tgisinternal
            and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        loop
          execute format('drop trigger %I on %s', r.tgname, r.relation);
          execute r.definition;
        end loop;
      end;
      $$`),
  )
}

/** Policies on the platform's own tables (files, private channels), which pg-delta passes over. */
async function platformPolicies(server: Postgres): Promise<string> {
  const before = await policiesOf(server.url('migrated'))
  const after = await policiesOf(server.url('desired'))
  const gone = [...before].filter(([name, sql]) => after.get(name) !== sql)
  const made = [...after].filter(([name, sql]) => before.get(name) !== sql)
  return [...gone.map(([name]) => `DROP POLICY ${name};\n`), ...made.map(([, sql]) => sql)].join(
    '\n',
  )
}

async function policiesOf(url: string): Promise<Map<string, string>> {
  const result = await withClient(url, (client) =>
    client.query<{ name: string; sql: string }>(`
      select format('%I ON %I.%I', policyname, schemaname, tablename) as name,
        format(E'CREATE POLICY %I ON %I.%I AS %s FOR %s TO %s%s%s;\\n', policyname, schemaname, tablename,
          permissive, cmd, array_to_string(roles, ', '), ' USING (' || qual || ')',
          ' WITH CHECK (' || with_check || ')') as sql
      from pg_policies where schemaname in ('storage', 'realtime')
      order by 1`),
  )
  return new Map(result.rows.map(({ name, sql }) => [name, sql]))
}

/** Rows that the product cannot work without: settings, moves, currencies, buckets. */
const REFERENCE_TABLES = [
  'public.currencies',
  'private.settings',
  'public.order_statuses',
  'private.order_moves',
  'private.order_action_rules',
  'storage.buckets',
]

/** Rows that the chapters insert and the migrations do not. A changed or removed row is written by hand. */
async function referenceRows(server: Postgres): Promise<string> {
  const statements: string[] = []
  for (const table of REFERENCE_TABLES) {
    const before = await keysOf(server.url('migrated'), table)
    const rows = await withClient(server.url('desired'), (client) =>
      client.query<{ key: string; row: Record<string, unknown> }>(rowsOf(table)),
    )
    for (const { key, row } of rows.rows) {
      if (before.has(key)) continue
      const json = JSON.stringify(row).replaceAll("'", "''")
      const columns = Object.keys(row).join(', ')
      statements.push(
        `INSERT INTO ${table} (${columns})\n  SELECT ${columns} FROM jsonb_populate_record(null::${table}, '${json}')\n  ON CONFLICT DO NOTHING;\n`,
      )
    }
  }
  return statements.join('\n')
}

async function keysOf(url: string, table: string): Promise<Set<string>> {
  return withClient(url, async (client) => {
    const known = await client.query(`select to_regclass($1) is not null as exists`, [table])
    if (!known.rows[0]?.exists) return new Set()
    const { rows } = await client.query<{ key: string }>(rowsOf(table))
    return new Set(rows.map(({ key }) => key))
  })
}

/** Each row by its primary key, without what the row's creation alone decides. */
const rowsOf = (table: string) => `
  select (select jsonb_agg(to_jsonb(r) -> a.attname order by a.attnum)
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = '${table}'::regclass and i.indisprimary)::text as key,
    jsonb_strip_nulls(to_jsonb(r)) - array['created_at', 'updated_at', 'type'] as row
  from ${table} as r order by 1`

async function runPgDelta(args: string[]) {
  try {
    await run(process.execPath, [pgDelta, ...args], { maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    const { code, stderr } = error as { code?: number; stderr?: string }
    if (code === NO_ACTIONS) return
    throw new Error(`pg-delta ${args[0]} failed:\n${stderr ?? ''}`, { cause: error })
  }
}
