import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { withClient } from 'local-supabase/database.ts'
import { freePort } from 'local-supabase/ports.ts'
import { reachableTemporaryDir } from 'local-supabase/postgres-home.ts'
import {
  DATABASE_PASSWORD,
  startPostgres,
  SUPERUSER,
  type Postgres,
} from 'local-supabase/postgres.ts'
import { takeBaseBackup, writeOwned } from '../drill/physical.ts'

/** Settings of a primary that replicas follow without a slot, and that acknowledges what is written. */
export const PRIMARY = ['synchronous_commit=on', 'wal_keep_size=2GB']

/** A replica that streams from a running server, by the Postgres of the packages alone; gone when stopped. */
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

/** Waits until a replica has replayed all that its primary has written by now. */
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
