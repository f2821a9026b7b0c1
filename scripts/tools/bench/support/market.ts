import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { preparePlatform, withClient } from 'local-supabase/database.ts'
import { applySchemas, schemasDir } from '../../../project.ts'
import { LISTS } from './lists.ts'
import { processorTimed } from './measure.ts'
import { freePort } from 'local-supabase/ports.ts'
import { startPostgres, SUPERUSER, type Postgres } from 'local-supabase/postgres.ts'

/** The number of creators, and of saved searches: `--size`, a million by default. */
export function marketSize(): number {
  const { values } = parseArgs({ options: { size: { type: 'string', default: '1000000' } } })
  return Number(values.size)
}

/** The number of creators that the product is designed for. */
export const SMALL_MARKET = 20_000

/** Settings of Postgres: a quarter of the memory, as in a hosted project of this size; the others speed up filling. */
const SETTINGS = [
  'shared_buffers=6GB',
  'effective_cache_size=16GB',
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=16GB',
]

/** `url`: the address for a role, by default the superuser. `indexSeconds`: CPU time of building `creators_by_filters`. */
export type Market = { url(role?: string): string; indexSeconds: number }

/**
 * Runs `work` on a copy of the market of market.sql, which it may change. The number of saved searches can be
 * reduced, because they take most of the time. Making a million takes minutes, so the original is kept in the temporary
 * folder until the chapters or the generator change.
 */
export async function withMarket<T>(
  size: number,
  work: (market: Market) => Promise<T>,
  searches = size,
): Promise<T> {
  const kept = `kolpact-market-${size}x${searches}-`
  const dataDir = join(tmpdir(), `${kept}${fingerprint()}`)
  const ready = `${dataDir}.ready`
  if (!existsSync(ready))
    for (const old of readdirSync(tmpdir()).filter((name) => name.startsWith(kept)))
      rmSync(join(tmpdir(), old), { recursive: true, force: true })
  const server = await startPostgres({
    dataDir,
    port: await freePort(),
    durable: false,
    settings: SETTINGS,
  })
  try {
    if (!existsSync(ready)) {
      await preparePlatform(server)
      await applySchemas(server.url())
      const seconds = await withClient(server.url('postgres', SUPERUSER), (client) =>
        fillMarket(server, client, size, searches),
      )
      writeFileSync(ready, String(seconds))
    }
    await withClient(server.url('template1', SUPERUSER), async (client) => {
      await client.query('drop database if exists bench with (force)')
      await client.query('create database bench template postgres strategy file_copy')
    })
    await withClient(server.url('bench', SUPERUSER), warm)
    return await work({
      url: (role = SUPERUSER) => server.url('bench', role),
      indexSeconds: Number(readFileSync(ready, 'utf8')),
    })
  } finally {
    await server.stop()
  }
}

/** Loads all tables and indexes into memory, as after some time of use. */
async function warm(client: pg.Client) {
  await client.query('create extension if not exists pg_prewarm with schema extensions')
  await client.query(`
    select extensions.pg_prewarm(oid) from pg_class
    where relkind in ('r', 'i') and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`)
}

/**
 * Fills an empty database with the market and builds the indexes afterwards, which is faster. Two connections share
 * the longest work. Returns the CPU seconds of building the index of filters.
 */
export async function fillMarket(
  server: Pick<Postgres, 'url'>,
  client: pg.Client,
  size: number,
  searches = size,
): Promise<number> {
  const beside = <T>(work: (other: pg.Client) => Promise<T>) =>
    withClient(server.url('postgres', SUPERUSER), async (other) => {
      await other.query(SESSION)
      return work(other)
    })
  await client.query(SESSION)
  const { rows } = await client.query<{ definition: string; name: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid in ('public.profiles'::regclass, 'public.packs'::regclass, 'public.members'::regclass,
        'private.creators'::regclass,
        'public.saved_searches'::regclass, 'private.filter_keys'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by relname = 'creators_by_filters' desc`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await client.query(part('market', size))
  await Promise.all([client.query(creators(0)), beside((other) => other.query(creators(1)))])
  const [filters = { definition: '' }, ...others] = rows
  const [processorMs] = await Promise.all([
    beside((builder) => processorTimed(builder, () => builder.query(filters.definition))),
    client.query(part('market-searches', size).replaceAll(':searches:', String(searches))),
  ])
  const left = others.values()
  const build = async (builder: pg.Client) => {
    for (const { definition } of left) await builder.query(definition)
  }
  await Promise.all([build(client), beside(build)])
  // The chapter sets these statistics, but an index definition of Postgres does not contain them.
  await client.query(`alter index private.creators_by_filters
    alter column 1 set statistics 0, alter column 2 set statistics 0, alter column 3 set statistics 0`)
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  return Math.round(processorMs / 1000)
}

/** Adds messages and notifications; returns the first brand, to whom most of them are. */
export async function addTraffic(client: pg.Client): Promise<{ id: string; user_id: string }> {
  await client.query(readFileSync(join(import.meta.dirname, 'traffic.sql'), 'utf8'))
  await client.query('vacuum analyze public.messages, public.notifications')
  const { rows } = await client.query<{ id: string; user_id: string }>(
    `select id, user_id from public.profiles where id = md5('brand1')::uuid`,
  )
  if (!rows[0]) throw new Error('The market has no first brand')
  return rows[0]
}

const SESSION = `
  set search_path = ''; set session_replication_role = replica;
  set maintenance_work_mem = '4GB'; set work_mem = '256MB'`

function part(name: string, size: number): string {
  const sql = readFileSync(join(import.meta.dirname, `${name}.sql`), 'utf8')
  const each = (line: (list: string) => string) => LISTS.map(line).join(',\n  ')
  return sql
    .replaceAll(':size:', String(size))
    .replaceAll(':lists:', LISTS.join(', '))
    .replaceAll(
      ':drawn lists:',
      each((list) => `pg_temp.take(private.words('${list}'), 3) as ${list}`),
    )
    .replaceAll(':searched lists:', each(searched))
}

/** SQL for the words of a list in a search: most searches have platforms and categories, one in five another list. */
function searched(list: string): string {
  const [share, most] = ['platforms', 'categories'].includes(list) ? [0.9, 2] : [0.2, 3]
  return `'${list}', case when random() < ${share} then to_jsonb(pg_temp.take(private.words('${list}'), ${most})) end`
}

/** SQL that inserts the rows that `sync_creator` would have written, for one half of the creators. */
function creators(half: 0 | 1): string {
  return `
    insert into private.creators (profile_id, name, search_text, language, ${LISTS.join(', ')},
      follower_total, rating, score, is_verified, created_at, price_cents, delivery_days)
    select m.id, private.normalise_text(display_name), private.search_text(display_name, expertise, bio), language,
      ${LISTS.map((list) => `private.word_bits(${list}, private.words('${list}'))`).join(', ')}, follower_total, coalesce(rating * 100, 0)::smallint,
      coalesce(rating * 1000, 0)::smallint, is_verified, m.created_at, p.price_minor, p.delivery_days
    from public.members m left join public.packs p on p.kol_id = m.id
    where role = 'kol' and get_byte(uuid_send(m.id), 0) % 2 = ${half}
    on conflict do nothing`
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of globSync('*/*.sql', { cwd: schemasDir }).toSorted())
    hash.update(readFileSync(join(schemasDir, file)))
  for (const name of ['market', 'market-searches']) hash.update(part(name, 0))
  return hash.digest('hex').slice(0, 12)
}
