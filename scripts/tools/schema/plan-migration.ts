import { preparePlatform } from 'local-supabase/database.ts'
import { startTemporaryPostgres } from 'local-supabase/postgres.ts'
import { applyMigrations, applySchemas } from '../../project.ts'
import { startPlanner } from './planner.ts'
import { platformPolicies } from './platform-policies.ts'
import { missingRows, readReferenceRows } from './reference-rows.ts'
import { respellTriggers } from './trigger-spelling.ts'

/** The SQL that changes the database of the migrations to that of the chapters; '' if they are equal. */
export async function planMigration(): Promise<string> {
  const server = await startTemporaryPostgres()
  const planner = startPlanner()
  const [migrated, desired] = [server.url('migrated'), server.url('desired')]
  try {
    await preparePlatform(server, 'migrated')
    await preparePlatform(server, 'desired')
    await applyMigrations(migrated)
    await applySchemas(desired)
    for (const url of [migrated, desired]) await respellTriggers(url)
    const actions = await planner.plan(migrated, desired)
    const statements = actions
      .map(({ sql }) => sql)
      // Comments on extensions are dropped, because on hosted projects `postgres` does not own the extensions.
      .filter((sql) => !sql.startsWith('COMMENT ON EXTENSION '))
      .map((sql) => sql.replace(/^CREATE EXTENSION "/, 'CREATE EXTENSION IF NOT EXISTS "'))
      .map((sql) => `${sql};\n`)
    const policies = await platformPolicies(migrated, desired)
    const rows = missingRows(await readReferenceRows(migrated), await readReferenceRows(desired))
    return [...statements, ...policies, ...rows].join('\n')
  } finally {
    await planner.stop()
    await server.stop()
  }
}
