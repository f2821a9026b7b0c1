import postgres, { type Sql } from 'postgres'
import { startPooler, through } from '../../../scripts/tools/testing/pooler.ts'
import { copyTemplate, startPreparedServer } from './server.ts'

export type TestDatabase = {
  /** Connections as the owner of the schema, enough for all that a test opens at once. */
  sql: Sql
  /** Connections without the pooler of `npm run test:pooler`, because LISTEN needs a session of its own. */
  direct: Sql
  url: string
  stop(): Promise<void>
}

/** Starts a pooler in front of the server, or uses the one of the test cluster; none without KOLPACT_POOLER. */
function poolerOf(port: number) {
  const { KOLPACT_CLUSTER: cluster, KOLPACT_POOLER: wanted } = process.env
  if (!wanted) return undefined
  return cluster ? { port: Number(wanted), stop: async () => {} } : startPooler({ port })
}

/**
 * Starts a temporary database with the product's schema, empty or with the demo market. It is on the server that
 * the suites share, or on a new one if there is none.
 */
export async function startTestDatabase(
  connections = 20,
  market: 'empty' | 'demo' = 'empty',
): Promise<TestDatabase> {
  const shared = process.env['KOLPACT_TEST_SERVER']
  const own = shared ? undefined : await startPreparedServer()
  const port = own?.port ?? Number(shared)
  const copy = await copyTemplate(port, market)
  const pooler = await poolerOf(port)
  const url = pooler ? through(pooler, copy.url) : copy.url
  const sql = postgres(url, { max: connections, prepare: !pooler, onnotice: () => {} })
  const direct = postgres(copy.url, { max: 1, onnotice: () => {} })
  return {
    sql,
    direct,
    url,
    async stop() {
      await Promise.all([sql.end({ timeout: 5 }), direct.end({ timeout: 5 })])
      await pooler?.stop()
      await copy.drop()
      await own?.stop()
    },
  }
}
