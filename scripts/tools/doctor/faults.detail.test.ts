// The database is changed by hand (faults.sql). The doctor has to find each change, and the SQL statements
// in its findings have to undo it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { preparePlatform, withClient } from 'local-supabase/database.ts'
import { startTemporaryPostgres, SUPERUSER } from 'local-supabase/postgres.ts'
import { beforeAll, expect, test } from 'vitest'
import { applyMigrations } from '../../project.ts'
import { respellTriggers } from '../schema/trigger-spelling.ts'
import type { Finding } from './check.ts'
import { examine } from './examine.ts'

const server = forAllTests(startTemporaryPostgres, 120_000)
beforeAll(async () => {
  await preparePlatform(server)
  await applyMigrations(server.url())
  await run(SCHEDULER, SUPERUSER)
}, 120_000)

const run = (sql: string, role?: string) =>
  withClient(server.url('postgres', role), (client) => client.query(sql))

/** Fake schemas of pg_cron, pg_net and Vault, as far as the SQL function schedule_clocks uses them. */
const SCHEDULER = `
  create schema cron; create schema net; create schema vault; create schema other;
  create view vault.decrypted_secrets as select null::text as name, null::text as decrypted_secret where false;
  create table cron.job (jobid bigint generated always as identity, jobname text unique, schedule text, command text, active boolean default true);
  create function cron.schedule(text, text, text) returns bigint language sql as $$
    insert into cron.job (jobname, schedule, command) values ($1, $2, $3)
    on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command returning jobid $$;
  create function cron.unschedule(text) returns boolean language sql as $$ delete from cron.job where jobname = $1 returning true $$;
  create function cron.alter_job(job_id bigint, active boolean) returns void language sql as $$ update cron.job j set active = $2 where jobid = $1 $$;
  grant all on schema cron, net, vault to postgres;
  grant all on all tables in schema cron, vault to postgres;
  select private.schedule_clocks();`

async function applyAdvice(found: Finding[]) {
  for (const { problem, advice } of found) {
    await run(advice).catch((error: unknown) => {
      throw new Error(`${problem}: ${advice}`, { cause: error })
    })
  }
}

const FAULTS = [
  ...readFileSync(join(import.meta.dirname, 'faults.sql'), 'utf8').matchAll(/^(.+); --> (.+)$/gm),
].map(([, fault = '', found = '']) => ({ fault, found: found.split(' | ') }))

const findings = async () => {
  const [result] = await examine({ apiUrl: 'http://127.0.0.1', databaseUrl: server.url() }, [
    'catalogue',
  ])
  return result?.findings ?? []
}

test('nothing is found in a database that the migrations have built', async () => {
  expect(await findings()).toEqual([])
})

test('a trigger condition that is only spelled differently, as after db:apply, is no fault', async () => {
  await respellTriggers(server.url())
  expect(await findings()).toEqual([])
})

test('a setting that staff changed is no fault', async () => {
  await run(`update private.settings set value = value + 1 where key = 'emails_kept'`)
  expect(await findings()).toEqual([])
})

test('each of many planted faults is found, and the SQL of its finding corrects it', async () => {
  expect(FAULTS.length).toBeGreaterThan(40)
  // A change that `postgres` may not make is made as the superuser, as the dashboard would.
  for (const { fault } of FAULTS) await run(fault).catch(() => run(fault, SUPERUSER))
  const found = await findings()
  const wanted = FAULTS.flatMap(({ found }) => found)
  expect(found.map(({ problem }) => problem).toSorted()).toEqual(wanted.toSorted())
  await applyAdvice(found)
  // A second round corrects the rights of objects that were created before the default rights were corrected.
  await applyAdvice(await findings())
  expect(await findings()).toEqual([])
}, 120_000)
