// Starts one database server for all test files of a run. Each file works in a copy of a prepared database, which takes
// a fraction of a second to make; a server for each file would take four seconds of CPU.
import { join } from 'node:path'
import { preparePlatform, runSql, withClient } from 'local-supabase/database.ts'
import { startTemporaryPostgres, SUPERUSER, type Postgres } from 'local-supabase/postgres.ts'
import { applySchemas, projectRoot } from '../../../scripts/project.ts'
import {
  addressOf,
  copyDatabase,
  PLANS_ONCE,
  type Copy,
} from '../../../scripts/tools/testing/database-copy.ts'

const TEMPLATE = 'prepared_market'
const SEEDED = 'seeded_market'
const SEED = join(projectRoot, 'supabase', 'seed.sql')
const HELPERS = join(projectRoot, 'supabase', 'tests', 'database', '000_helpers.sql')

/** Vitest calls this once before the files of a run, and what it returns after them. */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await startPreparedServer()
  process.env['KOLPACT_TEST_SERVER'] = String(server.port)
  return () => server.stop()
}

/** The primary server of `npm run test:cluster`, if it runs; it is not stopped at the end of the tests. */
function clusterServer(): Pick<Postgres, 'port' | 'url' | 'stop'> | undefined {
  const port = Number(process.env['KOLPACT_CLUSTER'])
  if (!port) return undefined
  const url = (database = 'postgres', role = 'postgres') => addressOf(port, database, role)
  return { port, url, stop: async () => {} }
}

/** Starts a server whose template database has the product's schema and the SQL helpers of the tests (`tests.…`). */
export async function startPreparedServer(
  settings: string[] = [],
): Promise<Pick<Postgres, 'port' | 'url' | 'stop'>> {
  const server = clusterServer() ?? (await startTemporaryPostgres([PLANS_ONCE, ...settings]))
  try {
    await preparePlatform(server, TEMPLATE)
    await applySchemas(server.url(TEMPLATE))
    await withClient(server.url(TEMPLATE), async (client) => {
      // `npm run test:mutants` breaks one rule and expects the suites to notice.
      const mutant = process.env['KOLPACT_MUTANT']
      if (mutant) await runSql(client, mutant)
      await runSql(client, HELPERS)
      await client.query('select tests.lift_limits()')
    })
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Copies the template to a new database on the server at this port. */
export async function copyTemplate(port: number, market: 'empty' | 'demo'): Promise<Copy> {
  if (market === 'demo') await seedOnce(port)
  return copyDatabase(port, market === 'demo' ? SEEDED : TEMPLATE)
}

/** Makes a template with the demo market, once, because loading it takes seconds. */
async function seedOnce(port: number) {
  await withClient(addressOf(port, 'template1', SUPERUSER), async (client) => {
    await client.query('select pg_advisory_lock(1)')
    const known = await client.query('select from pg_database where datname = $1', [SEEDED])
    if (known.rowCount) return
    const copy = await copyDatabase(port, TEMPLATE)
    await withClient(copy.url, (session) => runSql(session, SEED))
    await client.query(`alter database ${copy.name} rename to ${SEEDED}`)
  })
}
