import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import postgres, { type Sql } from 'postgres'
import { preparePlatform, runSql, withClient } from 'local-supabase/database.ts'
import { applySchemas, projectRoot } from '../../../scripts/project.ts'
import { startTemporaryPostgres } from 'local-supabase/postgres.ts'
import { startPooler, through, type Pooler } from '../../../scripts/testing/pooler.ts'

export type TestDatabase = {
  /** As the owner of the schema, with as many connections as a test opens at once. */
  sql: Sql
  /** Past the pooler of `npm run test:pooler`: to listen, a session is needed. */
  direct: Sql
  url: string
  stop(): Promise<void>
}

/** A throw-away server with the product's schema and the helpers of the pgTAP files (`tests.…`). */
export async function startTestDatabase(connections = 20): Promise<TestDatabase> {
  const server = await startTemporaryPostgres()
  let pooler: Pooler | undefined
  try {
    if (process.env['KOLPACT_POOLER']) pooler = await startPooler(server)
    await preparePlatform(server)
    await applySchemas(server.url())
    await applyMutant(server.url())
  } catch (error) {
    await pooler?.stop()
    await server.stop()
    throw error
  }
  const url = pooler ? through(pooler, server.url()) : server.url()
  const sql = postgres(url, { max: connections, prepare: !pooler, onnotice: () => {} })
  const direct = postgres(server.url(), { max: 1, onnotice: () => {} })
  const helpers = join(projectRoot, 'supabase', 'tests', 'database', '000_helpers.sql')
  await sql.unsafe(readFileSync(helpers, 'utf8'))
  await sql`select tests.lift_limits()`
  return {
    sql,
    direct,
    url,
    async stop() {
      await Promise.all([sql.end({ timeout: 5 }), direct.end({ timeout: 5 })])
      await pooler?.stop()
      await server.stop()
    },
  }
}

/** `npm run test:mutants` breaks one rule and expects the suites to notice. */
async function applyMutant(url: string) {
  const file = process.env['KOLPACT_MUTANT']
  if (file) await withClient(url, (client) => runSql(client, file))
}
