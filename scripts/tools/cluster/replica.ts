import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startDataApi } from 'local-supabase/api/data-api.ts'
import { withClient } from 'local-supabase/database.ts'
import { cors } from 'local-supabase/gateway.ts'
import { freePort } from 'local-supabase/ports.ts'
import { reachableTemporaryDir } from 'local-supabase/postgres-home.ts'
import {
  DATABASE_PASSWORD,
  startPostgres,
  SUPERUSER,
  type Postgres,
} from 'local-supabase/postgres.ts'
import { loadTokens } from 'local-supabase/tokens.ts'
import { takeBaseBackup, writeOwned } from '../drill/physical.ts'

/** Settings of the primary: commits are durable, and enough log is kept for replicas without a replication slot. */
export const PRIMARY = ['synchronous_commit=on', 'wal_keep_size=2GB']

/** Starts a replica of a running server, with the Postgres of the npm packages; its data is deleted when it stops. */
export async function startReplica(
  url: Postgres['url'],
  settings: string[] = [],
): Promise<Postgres> {
  const { port, folder } = await withClient(url('postgres', SUPERUSER), async (client) => {
    const { rows } = await client.query<{ port: string; folder: string }>(
      `select current_setting('port') as port, current_setting('data_directory') as folder`,
    )
    return rows[0]!
  })
  const own = mkdtempSync(join(reachableTemporaryDir(), 'kolpact-replica-'))
  chmodSync(own, 0o711)
  const dataDir = join(own, 'data')
  const forget = () => rmSync(own, { recursive: true, force: true })
  try {
    await takeBaseBackup(url('postgres', SUPERUSER), folder, dataDir)
    writeOwned(join(dataDir, 'standby.signal'), '')
    const conninfo = `host=127.0.0.1 port=${port} user=${SUPERUSER} password=${DATABASE_PASSWORD}`
    const replica = await startPostgres({
      dataDir,
      port: await freePort(),
      durable: false,
      settings: [`primary_conninfo=${conninfo}`, 'hot_standby_feedback=on', ...settings],
    })
    return { ...replica, stop: () => replica.stop().finally(forget) }
  } catch (error) {
    forget()
    throw error
  }
}

/** Waits until the replica has replayed everything that the primary has written before the call. */
export async function untilReplayed(primary: Postgres['url'], replica: Postgres['url']) {
  const position = await withClient(primary('postgres', SUPERUSER), async (client) => {
    const { rows } = await client.query<{ at: string }>('select pg_current_wal_flush_lsn() as at')
    return rows[0]?.at
  })
  await withClient(replica('postgres', SUPERUSER), async (client) => {
    const ask = 'select where pg_last_wal_replay_lsn() >= $1'
    while ((await client.query(ask, [position])).rowCount === 0) await delay(100)
  })
}

/** Starts a Data API on the replica, as a hosted project has it; counts its answers by status. */
export async function startReadApi(replica: Postgres, stateDir: string, port: number) {
  const answers: Record<number, number> = {}
  const tokens = await loadTokens(stateDir)
  const api = await startDataApi({
    authenticatorUrl: replica.url('postgres', 'authenticator'),
    adminUrl: replica.url('postgres', SUPERUSER),
    schemas: ['public'],
    maxRows: 1000,
  })
  const app = new Hono().use('*', cors).all('*', async (c) => {
    const token = c.req.header('authorization')?.replace(/^Bearer /, '') ?? ''
    const answer = await api.fetch(c.req.raw, (await tokens.verifyToken(token)) ?? { role: 'anon' })
    answers[answer.status] = (answers[answer.status] ?? 0) + 1
    return answer
  })
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }) as Server
  async function stop() {
    server.close()
    server.closeAllConnections()
    await api.stop()
  }
  return { answers, stop }
}
