import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { preparePlatform } from 'local-supabase/database.ts'
import { startTemporaryPostgres } from 'local-supabase/postgres.ts'
import { applyMigrations, applySchemas, projectRoot } from '../../project.ts'
import { platformPolicies } from './platform-policies.ts'
import { missingRows, readReferenceRows } from './reference-rows.ts'
import { respellTriggers } from './trigger-spelling.ts'

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
    const [migrated, desired] = [server.url('migrated'), server.url('desired')]
    const policies = await platformPolicies(migrated, desired)
    const rows = missingRows(await readReferenceRows(migrated), await readReferenceRows(desired))
    return [ours, ...policies, ...rows].filter(Boolean).join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await server.stop()
  }
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
