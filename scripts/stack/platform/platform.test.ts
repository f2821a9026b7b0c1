import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forAllTests } from '../for-all-tests.ts'
import { preparePlatform, withClient } from '../database.ts'
import { startTemporaryPostgres, SUPERUSER } from '../postgres.ts'

const server = forAllTests(startTemporaryPostgres)
let owner: pg.Client

beforeAll(async () => {
  await preparePlatform(server)
  owner = new pg.Client(server.url())
  await owner.connect()
})
afterAll(() => owner.end())

const query = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
  (await owner.query<Row>(sql, values)).rows

/** Runs SQL as `postgres` in a transaction that is rolled back; returns the SQLSTATE of the error. */
async function attempt(sql: string): Promise<string> {
  await owner.query('begin')
  try {
    await owner.query(sql)
    return 'done'
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)
  } finally {
    await owner.query('rollback')
  }
}

describe('roles, as of a hosted project', () => {
  test.each([
    ['postgres', 'login inherit createrole createdb replication bypassrls'],
    ['anon', 'inherit'],
    ['authenticated', 'inherit'],
    ['service_role', 'inherit bypassrls'],
    ['authenticator', 'login'],
    ['supabase_auth_admin', 'login'],
    ['supabase_storage_admin', 'login createrole'],
    ['supabase_realtime_admin', ''],
    [SUPERUSER, 'super login inherit createrole createdb replication bypassrls'],
  ])('the role %s has the attributes: %s', async (role, rights) => {
    const [row] = await query<{ rights: string }>(
      `select concat_ws(' ', case when rolsuper then 'super' end, case when rolcanlogin then 'login' end,
         case when rolinherit then 'inherit' end, case when rolcreaterole then 'createrole' end,
         case when rolcreatedb then 'createdb' end, case when rolreplication then 'replication' end,
         case when rolbypassrls then 'bypassrls' end) as rights from pg_roles where rolname = $1`,
      [role],
    )
    expect(row?.rights).toBe(rights)
  })

  test.each([
    [
      'postgres',
      'anon authenticated authenticator pg_create_subscription pg_monitor pg_read_all_data pg_signal_backend service_role',
    ],
    ['authenticator', 'anon authenticated service_role'],
    ['supabase_storage_admin', 'authenticator'],
    ['supabase_auth_admin', ''],
    ['anon', ''],
    ['authenticated', ''],
    ['service_role', ''],
  ])('the role %s is a member of: %s', async (role, memberships) => {
    const rows = await query<{ name: string }>(
      `select roleid::regrole::text as name from pg_auth_members where member = $1::regrole order by 1`,
      [role],
    )
    expect(rows.map(({ name }) => name).join(' ')).toBe(memberships)
  })

  test.each([
    ['anon', 'statement_timeout=3s'],
    ['authenticated', 'statement_timeout=8s'],
    ['authenticator', 'statement_timeout=8s lock_timeout=8s'],
    ['service_role', ''],
  ])('the role %s has the settings: %s', async (role, settings) => {
    const [row] = await query<{ settings: string }>(
      `select array_to_string(rolconfig, ' ') as settings from pg_roles where rolname = $1`,
      [role],
    )
    expect(row?.settings ?? '').toBe(settings)
  })
})

describe('rights of the role `postgres`, as on a hosted project', () => {
  test.each([
    ['write a policy for files', 'create policy p on storage.objects for select using (true)'],
    [
      'write a policy for private channels',
      'create policy p on realtime.messages for select using (true)',
    ],
    [
      'change and drop a policy for files',
      `create policy p on storage.objects using (true); alter policy p on storage.objects using (false);
       drop policy p on storage.objects`,
    ],
    [
      'put a trigger on users and drop it',
      `create function public.f() returns trigger language plpgsql as 'begin return new; end';
       create trigger t after insert on auth.users for each row execute function public.f();
       drop trigger t on auth.users`,
    ],
    [
      'add a table to the publication',
      'create table t (); alter publication supabase_realtime add table t',
    ],
    ['read users', 'select from auth.users'],
    ['make a role', 'create role somebody nologin'],
  ])('`postgres` may %s', async (_, sql) => {
    expect(await attempt(sql)).toBe('done')
  })

  test.each([
    ['a table among files', 'create table storage.mine ()'],
    ['a table among users', 'create table auth.mine ()'],
    ['a table in Realtime', 'create table realtime.mine ()'],
    ['a column of files', 'alter table storage.objects add mine int'],
    ['an index on users', 'create index on auth.users (created_at)'],
    ['row level security of files', 'alter table storage.objects disable row level security'],
    ['rows of files', 'delete from storage.objects where true'],
    ['rows of buckets', 'delete from storage.buckets where true'],
    ['the superuser', `set role ${SUPERUSER}`],
    ['the owner of users', 'set role supabase_auth_admin'],
    ['the owner of files', 'set role supabase_storage_admin'],
    ['the owner of channels', 'set role supabase_realtime_admin'],
    ['a membership', 'grant supabase_storage_admin to postgres'],
    ['a superuser of its own', 'create role root superuser'],
  ])('`postgres` may not create, change or become: %s', async (_, sql) => {
    expect(await attempt(sql)).toBe('42501')
  })

  test('a table keeps its owner after `create policy`, also if the command fails', async () => {
    const owners = () =>
      query<{ name: string }>(`select distinct relowner::regrole::text as name from pg_class
        where oid in ('storage.objects'::regclass, 'storage.buckets'::regclass) or
          relnamespace = 'realtime'::regnamespace and relkind in ('r', 'p') order by 1`)
    await owner.query('create policy p on storage.objects for select using (true)')
    await expect(
      owner.query('create policy p on storage.objects for select using (true)'),
    ).rejects.toThrow('already exists')
    await owner.query('drop policy p on storage.objects')
    expect(await owners()).toEqual([
      { name: 'supabase_realtime_admin' },
      { name: 'supabase_storage_admin' },
    ])
  })

  test('tables, sequences and functions created in public are granted to the API roles by default, as on a hosted project', async () => {
    const rows = await query<{ role: string; kind: string; rights: string }>(
      `select a.grantee::regrole::text as role, d.defaclobjtype as kind,
         string_agg(lower(a.privilege_type), ' ' order by a.privilege_type) as rights
       from pg_default_acl d, aclexplode(d.defaclacl) a
       where d.defaclrole = 'postgres'::regrole and d.defaclnamespace = 'public'::regnamespace
       group by 1, 2 order by 1, 2`,
    )
    const kinds: [string, string][] = [
      ['S', 'select update usage'],
      ['f', 'execute'],
      ['r', 'delete insert maintain references select trigger truncate update'],
    ]
    expect(rows.map(({ role, kind, rights }) => [role, kind, rights])).toEqual(
      ['anon', 'authenticated', 'postgres', 'service_role'].flatMap((role) =>
        kinds.map(([kind, rights]) => [role, kind, rights]),
      ),
    )
  })
})

test('text sorts by the rules of ICU, as on a hosted project', async () => {
  expect(
    await query(`select datlocprovider as provider, datlocale as locale from pg_database
      where datname = current_database()`),
  ).toEqual([{ provider: 'i', locale: 'en-US' }])
  expect(
    await query(`select string_agg(word, ' ' order by word) as words
      from unnest(array['b', 'A', 'a', 'B', '_z', 'é', 'f', '10', '9']) as word`),
  ).toEqual([{ words: '_z 10 9 a A b B é f' }])
})

describe('partitions of realtime.messages', () => {
  const days = () =>
    query<{ name: string; range: string }>(
      `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as range from pg_inherits i
       join pg_class c on c.oid = i.inhrelid where i.inhparent = 'realtime.messages'::regclass order by 1`,
    )

  test('messages of Realtime have a partition for yesterday, today and the next three days', async () => {
    const today = Date.now()
    const day = (offset: number) =>
      new Date(today + offset * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    expect(await days()).toEqual(
      [-1, 0, 1, 2, 3].map((offset) => ({
        name: `messages_${day(offset).replaceAll('-', '_')}`,
        range: `FOR VALUES FROM ('${day(offset)} 00:00:00') TO ('${day(offset + 1)} 00:00:00')`,
      })),
    )
  })

  test('partitions of messages older than 72 hours are dropped', async () => {
    const before = await days()
    await withClient(server.url('postgres', SUPERUSER), (client) =>
      client.query(`create table realtime.messages_2026_01_01 partition of realtime.messages
        for values from ('2026-01-01') to ('2026-01-02')`),
    )
    expect(await days()).toHaveLength(6)
    await preparePlatform(server)
    expect(await days()).toEqual(before)
  })
})
