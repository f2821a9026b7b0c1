import { serve } from '@hono/node-server'
import type { Server } from 'node:http'
import { startDataApi } from 'local-supabase/api/data-api.ts'
import { freePort } from 'local-supabase/ports.ts'
import { SUPERUSER, type Postgres } from 'local-supabase/postgres.ts'
import { loadTokens } from 'local-supabase/tokens.ts'
import { addressOf } from '../testing/database-copy.ts'
import { stackEnvironment } from '../testing/stack-environment.ts'
import { vitest, type Result } from '../testing/suites.ts'
import { PRIMARY, startReplica } from './replica.ts'

const DELAY_MS = 5000

/** The client's own reads and writes on a market whose address for reads is a replica that is seconds behind. */
export async function delayed(): Promise<Result> {
  const stack = await stackEnvironment({ webMode: 'none', databaseSettings: PRIMARY })
  const undo: (() => Promise<unknown>)[] = [stack.stop]
  try {
    const { DATABASE_URL = '', STACK_DIR = '' } = stack.env
    const url: Postgres['url'] = (database = 'postgres', role = 'postgres') =>
      addressOf(Number(new URL(DATABASE_URL).port), database, role)
    const replica = await startReplica(url, [`recovery_min_apply_delay=${DELAY_MS}ms`])
    undo.push(replica.stop)
    const reads = await startReads(replica, STACK_DIR)
    undo.push(reads.stop)
    return await vitest('replica', 1, {
      ...stack.env,
      KOLPACT_READ_URL: reads.url,
      KOLPACT_DELAY_MS: String(DELAY_MS),
    })
  } finally {
    for (const stop of undo.toReversed()) await stop()
  }
}

/** The Data API alone, as a hosted project has it before a replica. */
async function startReads(replica: Postgres, stateDir: string) {
  const tokens = await loadTokens(stateDir)
  const port = await freePort()
  const api = await startDataApi({
    authenticatorUrl: replica.url('postgres', 'authenticator'),
    adminUrl: replica.url('postgres', SUPERUSER),
    schemas: ['public'],
    maxRows: 1000,
  })
  const fetch = async (request: Request) => {
    const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
    return api.fetch(request, (await tokens.verifyToken(token)) ?? { role: 'anon' })
  }
  const server = serve({ fetch, port, hostname: '127.0.0.1' }) as Server
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await api.stop()
    },
  }
}
