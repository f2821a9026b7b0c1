import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { applyMigrations, applySchemas, preparePlatform, withClient } from './stack/database.ts'
import { projectRoot } from './stack/paths.ts'
import { startTemporaryPostgres, type Postgres } from './stack/postgres.ts'

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
    await respellTriggers(server.url('desired'))
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
    return [ours, await platformPolicies(server)].filter(Boolean).join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await server.stop()
  }
}

/**
 * A trigger's `when (row(OLD.a, OLD.b) is distinct from row(NEW.a, NEW.b))` prints as nested ORs, which
 * parse back into one flat OR. The migration holds the printed form, so the schemas take it too.
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

async function runPgDelta(args: string[]) {
  try {
    await run(process.execPath, [pgDelta, ...args], { maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    const { code, stderr } = error as { code?: number; stderr?: string }
    if (code === NO_ACTIONS) return
    throw new Error(`pg-delta ${args[0]} failed:\n${stderr ?? ''}`, { cause: error })
  }
}
