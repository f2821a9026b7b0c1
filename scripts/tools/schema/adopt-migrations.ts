import {
  applyMigrations,
  migrationFiles,
  preparePlatform,
  withClient,
} from 'local-supabase/database.ts'
import { SUPERUSER, type Postgres } from 'local-supabase/postgres.ts'
import { recordedHash } from './live-change.ts'
import { startPlanner } from './planner.ts'
import { respellTriggers } from './trigger-spelling.ts'

type Server = Pick<Postgres, 'url'>

const MIGRATED = 'schema_migrated'

/**
 * Marks migrations as applied if all migrations together build a database that equals the running one. A chapter that
 * was saved while the stack ran is already in the database, so its later migration would fail.
 */
export async function adoptMigrations(server: Server, folder: string, log: (line: string) => void) {
  const live = server.url()
  if ((await recordedHash(live)) === undefined) return
  const pending = await pendingMigrations(live, folder)
  if (pending.length === 0 || !(await isMigrated(server, folder))) return
  await withClient(live, async (client) => {
    for (const { version, name } of pending)
      await client.query(
        'insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)',
        [version, name],
      )
  })
  log(`Already in the database: ${pending.map(({ name }) => name).join(', ')}.`)
}

async function pendingMigrations(url: string, folder: string) {
  const applied = await withClient(url, (client) =>
    client.query<{ version: string }>('select version from supabase_migrations.schema_migrations'),
  )
  const versions = new Set(applied.rows.map(({ version }) => version))
  return migrationFiles(folder).filter(({ version }) => !versions.has(version))
}

/** True if the migrations build a database that equals the running one. */
async function isMigrated(server: Server, folder: string): Promise<boolean> {
  const planner = startPlanner()
  const drop = () =>
    withClient(server.url('template1', SUPERUSER), (client) =>
      client.query(`drop database if exists ${MIGRATED} with (force)`),
    )
  try {
    await drop()
    await preparePlatform(server, MIGRATED)
    await applyMigrations(server.url(MIGRATED), folder)
    await respellTriggers(server.url(MIGRATED))
    return (await planner.plan(server.url(), server.url(MIGRATED))).length === 0
  } finally {
    await planner.stop()
    await drop()
  }
}
