import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preparePlatform, runSql, withClient } from 'local-supabase/database.ts'
import { applyMigrations } from '../../../scripts/project.ts'
import { startTemporaryPostgres, type Postgres } from 'local-supabase/postgres.ts'

// Upgrades a market from the last release. `seeds/<version>.sql` is the seed as of the time when
// <version> was the newest migration; `npm run db:diff` stores it when it writes the next one.
// KOLPACT_UPGRADE_FROM names an older version to start from.
const seeds = join(import.meta.dirname, 'seeds')
const kept = readdirSync(seeds).map((file) => basename(file, '.sql'))
const previous = process.env['KOLPACT_UPGRADE_FROM'] ?? kept.toSorted().at(-1)
const seed = join(seeds, `${previous}.sql`)

type Snapshot = Map<string, { columns: string[]; rows: number; hash: string }>

let server: Postgres
let before: Snapshot
let emails: { id: string; notices: unknown }[]
beforeAll(async () => {
  server = await startTemporaryPostgres()
  await preparePlatform(server)
  await applyMigrations(server.url(), previous)
  await withClient(server.url(), (client) => runSql(client, seed))
  before = await snapshot()
  emails = await query('select id, notices from private.email_outbox order by id')
  await applyMigrations(server.url())
})
afterAll(() => server.stop())

test('the seed of a release is kept', () => {
  expect(existsSync(seed), seed).toBe(true)
})

test('every row and its content survive the migrations since', async () => {
  expect([...before.values()].reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(1000)
  expect(await snapshot(before)).toEqual(before)
})

test('the ledger has no fault, and what is held equals what is owed', async () => {
  const [faults, solvency] = await withClient(server.url(), async (client) => [
    (await client.query('select * from private.ledger_faults()')).rows,
    (await client.query('select * from public.solvency')).rows,
  ])
  expect(faults).toEqual([])
  expect(solvency).not.toEqual([])
  for (const { held_minor, owed_minor } of solvency ?? []) expect(held_minor).toBe(owed_minor)
})

test('every e-mail from before lists what it listed', async () => {
  expect(emails.filter(({ notices }) => Array.isArray(notices) && notices.length > 1)).not.toEqual(
    [],
  )
  expect(
    await query(
      'select id, private.notices(notification_ids) as notices from private.email_outbox order by id',
    ),
  ).toEqual(emails)
})

test('who chose a language gets the mails of Auth in it, and their metadata loses nothing', async () => {
  const found = await withClient(server.url(), (client) =>
    client.query<{ chosen: string; mailed: string; has_invite: boolean }>(`
      select p.locale as chosen, u.raw_user_meta_data ->> 'locale' as mailed,
        u.raw_user_meta_data ? 'invite_code' as has_invite
      from public.profiles p join auth.users u on u.id = p.user_id where p.locale <> 'en'`),
  )
  expect(found.rows).not.toEqual([])
  for (const { chosen, mailed, has_invite } of found.rows)
    expect({ mailed, has_invite }).toEqual({ mailed: chosen.slice(0, 2), has_invite: true })
})

test('an order from before has a number and the terms that it was bought on', async () => {
  const [orders] = await query<Record<string, number>>(`
    select count(*)::int as orders, count(distinct number)::int as numbers, count(terms)::int as terms,
      count(*) filter (where terms ? 'description')::int as described,
      count(*) filter (where exists (select from public.order_events e
        where e.order_id = o.id and e.to_status = 'in_progress'))::int as accepted,
      count(creator_agreed_at)::int as agreed
    from public.pack_orders o`)
  const { orders: all = 0, accepted } = orders ?? {}
  expect(all).toBeGreaterThan(50)
  expect(orders).toEqual({
    orders: all,
    numbers: all,
    terms: all,
    described: all,
    accepted,
    agreed: accepted,
  })
})

test('every order from before has a clock, and none ends before its sides were notified', async () => {
  const open = await query<{ id: string; status: string }>(`
    select o.id, o.status from public.pack_orders o join public.order_statuses s using (status)
    where s.outcome is null`)
  const without = await query(`
    select o.id, o.status from public.pack_orders o join public.order_statuses s using (status)
    where s.outcome is null and o.due_at is null and o.clock_left_seconds is null
      or s.grace_setting is not null and private.moves_itself_at(o) < now() + interval '1 day'`)
  expect(open.map(({ status }) => status)).toContain('disputed')
  expect(without).toEqual([])
})

test('migrating again changes nothing', async () => {
  expect(await applyMigrations(server.url())).toEqual([])
})

test('reference data is as complete as in a new database', async () => {
  await preparePlatform(server, 'new')
  await applyMigrations(server.url('new'))
  expect(await reference(server.url())).toEqual(await reference(server.url('new')))
})

test('derived data agrees with the rows', async () => {
  const [faults] = await query<Record<string, number>>(`
    select
      (select count(*)::int from public.profiles p full join public.members m on m.id = p.id
        where (p.is_approved and p.suspended_at is null and p.deleted_at is null) is distinct from (m.id is not null))
        as members,
      (select count(*)::int from public.members m full join private.creators c on c.profile_id = m.id
        where (m.role = 'kol') is distinct from (c.profile_id is not null)) as creators,
      (select count(*)::int from private.creators c, private.offer_of(c.profile_id) o
        where (c.price_cents, c.delivery_days) is distinct from (o.price_cents, o.delivery_days)
          or (o.price_cents is null) is distinct from (not exists (
            select from public.packs p where p.kol_id = c.profile_id and p.is_published))) as offers,
      (select count(*)::int from (
          select id from public.saved_searches where filters -> 'emailNotifications' = 'true'
          union all select id from public.campaigns where status = 'open'
        ) w full join (select distinct watcher_id from private.filter_keys) k on k.watcher_id = w.id
        where w.id is null or k.watcher_id is null) as watchers`)
  expect(faults).toEqual({ members: 0, creators: 0, offers: 0, watchers: 0 })
})

test('the market works: an order is placed, paid, processed and completed', async () => {
  const [pack] = await query<Record<string, string>>(`
    select p.id, p.kol_id, b.id as brand_id, p.price_minor, p.currency
    from public.packs p join public.members k on k.id = p.kol_id, public.members b
    where p.is_published and b.role = 'brand' order by p.id, b.id limit 1`)
  const { id, kol_id: creator, brand_id: brand, price_minor, currency } = pack ?? {}
  const [order] = await query(`select * from public.place_order($1, 'As ever.', $1)`, [id], brand)
  const payment = ['upgrade', order?.['id'], price_minor, currency]
  await query(`select private.record_payment('sandbox', $1, $2, $3, $4)`, payment)
  const own = [order?.['id']]
  await query('select public.accept_order($1)', own, creator)
  await query(`select public.deliver_order($1, 'Done.', '{https://example.com/1}')`, own, creator)
  const [done] = await query('select * from public.complete_order($1)', own, brand)
  expect(done?.['status']).toBe('completed')
  await query(`select private.run_due_work(now() + interval '30 days')`)
  expect(await query('select * from private.ledger_faults()')).toEqual([])
})

/** As the owner of the database, or as a member. */
async function query<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
  profileId?: string,
): Promise<Row[]> {
  return withClient(server.url(), async (client) => {
    await client.query('begin')
    if (profileId) {
      await client.query(
        `select set_config('request.jwt.claims', json_build_object('sub', user_id)::text, true),
           set_config('role', 'authenticated', true)
         from public.profiles where id = $1`,
        [profileId],
      )
    }
    const { rows } = await client.query<Row>(text, values)
    await client.query('commit')
    return rows
  })
}

const reference = (url: string) =>
  withClient(url, async (client) => {
    const names = await client.query(`
      select 'setting' as kind, key as name from private.settings
      union all select 'currency', code from public.currencies
      union all select 'bucket', id from storage.buckets
      union all select 'move', concat_ws(' ', from_status, to_status, actor) from private.order_moves
      union all select 'status', status from public.order_statuses
      union all select 'action', action from private.order_action_rules
      order by 1, 2`)
    return names.rows
  })

/** Rows and content of each table; with `known`, of the columns that it names and no others. */
async function snapshot(known?: Snapshot): Promise<Snapshot> {
  return withClient(server.url(), async (client) => {
    const found: Snapshot = new Map()
    const tables = known
      ? undefined
      : await client.query<{ name: string; columns: string[] }>(TABLES)
    const wanted = known
      ? [...known].map(([name, { columns }]) => ({ name, columns }))
      : (tables?.rows ?? [])
    for (const { name, columns } of wanted) {
      const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
      const result = await client.query<{ rows: string; hash: string }>(
        `select count(*) as rows, coalesce(md5(string_agg(line, E'\\n' order by line)), '') as hash
         from (select row(${list})::text as line from ${name}) as lines`,
      )
      const { rows, hash } = result.rows[0] ?? { rows: '0', hash: '' }
      found.set(name, { columns, rows: Number(rows), hash })
    }
    return found
  })
}

// Content that members wrote, and events. Left out: settings (a migration may add rows) and derived
// data (search keys, counted trigrams, rate limits; the locale in the metadata of users, see below);
// the states of orders, which are compared with a new database; the clocks of orders and the notices of
// e-mails, see below.
const TABLES = `
  select format('%I.%I', c.table_schema, c.table_name) as name,
    array_agg(c.column_name::text order by c.column_name) as columns
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where t.table_type = 'BASE TABLE'
    and (c.table_schema = 'public' or c.table_schema || '.' || c.table_name = any (array[
      'auth.users', 'auth.identities', 'private.accounts', 'private.transfers', 'private.entries',
      'private.holds', 'private.email_outbox']))
    and c.column_name <> 'raw_user_meta_data' and c.table_name <> 'order_statuses'
    and (c.table_name, c.column_name) not in (('pack_orders', 'due_at'), ('pack_orders', 'reminders_sent'),
      ('pack_orders', 'clock_left_seconds'), ('pack_orders', 'clock_stopped_at'),
      ('email_outbox', 'notices'))
  group by c.table_schema, c.table_name`
