import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from 'local-supabase/database.ts'
import { projectRoot } from '../../../project.ts'
import { PGTAP } from '../../testing/pgtap.ts'
import { processorTimed } from './measure.ts'

/** The tables, largest first, so that the two sessions end at about the same time. */
const TABLES = [
  'public.pack_orders',
  'public.messages',
  'public.order_events',
  'private.entries',
  'private.transfers',
  'public.notifications',
  'public.staff_audit',
  'private.order_funding',
  'public.conversation_participants',
  'public.conversations',
]

/**
 * Fills a market with a year of trade. Two sessions write the rows first and build the indexes after them, because
 * with existing indexes ten million rows would take hours. `client` is the superuser. Returns the size of the database
 * and of its indexes, and the time of the first vacuum.
 */
export async function fillGrowth(
  client: pg.Client,
  urlOf: (role?: string) => string,
  size: number,
): Promise<string> {
  const begun = performance.now()
  const note = (step: string) =>
    console.error(`${size} ${step}: ${Math.round((performance.now() - begun) / 1000)} s`)
  await client.query(PGTAP)
  await client.query(
    `do $$ begin execute format('grant create on database %I to postgres', current_database()); end $$`,
  )
  await withClient(urlOf('postgres'), people)
  await client.query(part('growth', size))
  await client.query(
    `update pg_index set indisready = false, indisvalid = false where indrelid = any ($1::regclass[])`,
    [TABLES],
  )
  const beside = (work: (session: pg.Client) => Promise<unknown>) =>
    withClient(urlOf(), async (session) => {
      await session.query(
        `set session_replication_role = replica; set maintenance_work_mem = '2GB'`,
      )
      await work(session)
    })
  note('people and keys')
  await Promise.all(
    ['growth-talk', 'growth-orders'].map((name) =>
      beside((session) => session.query(part(name, size))),
    ),
  )
  note('rows')
  const left = TABLES.values()
  let vacuumMs = 0
  const build = async (session: pg.Client) => {
    for (const table of left) {
      await session.query(`reindex table ${table}`)
      vacuumMs += await processorTimed(session, () => session.query(`vacuum (analyze) ${table}`))
    }
  }
  await Promise.all([beside(build), beside(build)])
  note('indexes')
  await client.query('drop schema growth cascade; analyze')
  const { rows } = await client.query<{ size: string }>(`
    select format('%s, of them indexes %s', pg_size_pretty(pg_database_size(current_database())),
      pg_size_pretty(sum(pg_indexes_size(c.oid)))) as size
    from pg_class c where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`)
  return `${rows[0]?.size}, vacuum ${(vacuumMs / 1000).toFixed(1)} s`
}

function part(name: string, size: number): string {
  const file = join(import.meta.dirname, `${name}.sql`)
  return readFileSync(file, 'utf8').replaceAll(':size:', String(size))
}

/** Makes the members who act, with all triggers on. */
async function people(client: pg.Client) {
  for (const file of globSync('supabase/tests/*/000_*.sql', { cwd: projectRoot }).toSorted())
    await client.query(readFileSync(join(projectRoot, file), 'utf8'))
  await client.query(`
    select tests.make_member('bea', 'brand'), tests.make_member('ann', 'kol'), tests.make_staff('sam');
    select tests.make_pack(tests.id('ann'))`)
}
