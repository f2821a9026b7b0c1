import { globSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from 'local-supabase/config.ts'
import { preparePlatform, runSql, withClient } from 'local-supabase/database.ts'
import { freePort } from 'local-supabase/ports.ts'
import { startPostgres, SUPERUSER } from 'local-supabase/postgres.ts'
import { applyMigrations, projectRoot } from '../../../project.ts'
import { fillGrowth } from './growth.ts'
import { fillMarket } from './market.ts'

/** Settings of Postgres for a machine with 4 GB of memory. */
export const FOUR_GIGABYTES = ['shared_buffers=1GB', 'effective_cache_size=3GB', 'max_wal_size=2GB']

/** Makes an account for each creator who sells, and a session for each account, because the market has none. */
const ACCOUNTS = `
  set session_replication_role = replica;
  create temporary table sellers as
  select kol_id as id, md5('creator user' || kol_id)::uuid as user_id from public.packs where is_published group by 1;
  insert into auth.users (id, aud, role, email, email_confirmed_at)
  select s.user_id, 'authenticated', 'authenticated', left(s.id::text, 13) || '@market.test', now()
  from sellers s join public.profiles p on p.id = s.id where p.user_id is null;
  update public.profiles p set user_id = s.user_id from sellers s where s.id = p.id and p.user_id is null;
  insert into auth.sessions (id, user_id, created_at, updated_at, aal)
  select user_id, user_id, now(), now(), 'aal1' from public.profiles where user_id is not null;
  update private.settings set value = max_value where key ~ '_per_(minute|hour|day)$' and max_value is not null`

/**
 * Makes the database cluster of a stack that has not started yet, with a market and a year of trade, about a
 * hundred rows per creator. In a running stack, Realtime would read each of these rows from the log.
 */
export async function prepareFilledMarket(
  stateDir: string,
  { creators, isSeeded = false }: { creators: number; isSeeded?: boolean },
): Promise<void> {
  const server = await startPostgres({
    dataDir: join(stateDir, 'postgres'),
    port: await freePort(),
    durable: false,
    settings: FOUR_GIGABYTES,
  })
  try {
    await preparePlatform(server)
    await applyMigrations(server.url())
    const url = server.url('postgres', SUPERUSER)
    if (isSeeded) await withClient(server.url(), seed)
    await withClient(url, (client) => fillMarket(server, client, creators))
    await withClient(url, (client) =>
      fillGrowth(client, (role = SUPERUSER) => server.url('postgres', role), creators),
    )
    await withClient(url, async (client) => {
      await client.query(ACCOUNTS)
      await client.query('vacuum (analyze)')
    })
  } finally {
    await server.stop()
  }
}

async function seed(client: Parameters<typeof runSql>[0]) {
  const folder = join(projectRoot, 'supabase')
  const { sql_paths: patterns } = readConfig(projectRoot).db.seed
  for (const file of patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }).toSorted()))
    await runSql(client, join(folder, file))
}
