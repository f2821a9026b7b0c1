import postgres, { type Sql } from 'postgres'
import { startPooler, through } from '../../../scripts/tools/testing/pooler.ts'
import { copyTemplate, startPreparedServer } from './server.ts'

export type TestDatabase = {
  /** As the owner of the schema, with as many connections as a test opens at once. */
  sql: Sql
  /** Past the pooler of `npm run test:pooler`: to listen, a session is needed. */
  direct: Sql
  url: string
  stop(): Promise<void>
}

/** A pooler of its own before the server, that of the cluster by its port, or none. */
function poolerOf(port: number) {
  const { KOLPACT_CLUSTER: cluster, KOLPACT_POOLER: wanted } = process.env
  if (!wanted) return undefined
  return cluster ? { port: Number(wanted), stop: async () => {} } : startPooler({ port })
}

/**
 * A throw-away database with the product's schema, empty or with the demo market; outside of the suites
 * on a server of its own.
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
