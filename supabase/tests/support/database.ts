import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import postgres, { type Sql } from 'postgres'
import { preparePlatform, runSql, withClient } from 'local-supabase/database.ts'
import { applySchemas, projectRoot } from '../../../scripts/project.ts'
import { startTemporaryPostgres } from 'local-supabase/postgres.ts'

export type TestDatabase = {
  /** As the owner of the schema, with as many connections as a test opens at once. */
  sql: Sql
  url: string
  stop(): Promise<void>
}

/** A throw-away server with the product's schema and the helpers of the pgTAP files (`tests.…`). */
export async function startTestDatabase(connections = 20): Promise<TestDatabase> {
  const server = await startTemporaryPostgres()
  try {
    await preparePlatform(server)
    await applySchemas(server.url())
    await applyMutant(server.url())
  } catch (error) {
    await server.stop()
    throw error
  }
  const sql = postgres(server.url(), { max: connections, onnotice: () => {} })
  const helpers = join(projectRoot, 'supabase', 'tests', 'database', '000_helpers.sql')
  await sql.unsafe(readFileSync(helpers, 'utf8'))
  await sql`select tests.lift_limits()`
  return {
    sql,
    url: server.url(),
    async stop() {
      await sql.end({ timeout: 5 })
      await server.stop()
    },
  }
}

/** `npm run test:mutants` breaks one rule and expects the suites to notice. */
async function applyMutant(url: string) {
  const file = process.env['KOLPACT_MUTANT']
  if (file) await withClient(url, (client) => runSql(client, file))
}
