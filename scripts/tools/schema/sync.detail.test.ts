import { forAllTests } from 'local-supabase/for-all-tests.ts'
import { applyMigrations, preparePlatform, withClient } from 'local-supabase/database.ts'
import { startTemporaryPostgres, SUPERUSER } from 'local-supabase/postgres.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSync, type Outcome, type Sync } from './sync.ts'

// Statements that revoke default grants, as the product's first chapter does.
const RIGHTS = `alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;`
const NOTES = `create table public.notes (
  id int primary key,
  body text not null,
  price numeric(10, 4)
);
comment on table public.notes is 'Notes.';`
const FUNCTIONS = `create function public.shout(word text) returns text
language sql immutable as $$
  select upper(word)
$$;
comment on function public.shout is 'Loud.';`

const folder = mkdtempSync(join(tmpdir(), 'kolpact-chapters-'))
const asked: string[][] = []
let agrees = false
const server = forAllTests(startTemporaryPostgres)
let sync: Sync

beforeAll(async () => {
  await preparePlatform(server)
  await applyMigrations(server.url(), join(folder, 'none'))
  sync = createSync({
    server,
    folder,
    confirm: async (losses) => {
      asked.push(losses)
      return agrees
    },
  })
})
afterAll(async () => {
  await sync.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  save('00_rights.sql', RIGHTS)
  save('10_notes.sql', NOTES)
  save('20_functions.sql', FUNCTIONS)
  agrees = true
  await sync.run()
  agrees = false
  asked.length = 0
  await query(`delete from public.notes`)
  await query(`insert into public.notes values (1, 'first', 1.2345)`)
})

const save = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
const query = async (sql: string) =>
  (await withClient(server.url(), (client) => client.query<Record<string, unknown>>(sql))).rows
const columns = async () =>
  (await query('select * from public.notes')).map((row) => Object.keys(row).join())

test('the chapters build an empty database, and the same chapters change nothing', async () => {
  expect(await query(`select public.shout('a')`)).toEqual([{ shout: 'A' }])
  expect(await sync.run()).toEqual({ kind: 'unchanged' })
  const again = createSync({ server, folder, confirm: async () => false })
  expect(await again.run()).toEqual({ kind: 'unchanged' })
  await again.stop()
})

test('a changed function is created again, and nothing else is run', async () => {
  save('20_functions.sql', FUNCTIONS.replace('upper(word)', `upper(word) || '!'`))
  const outcome = await sync.run()
  expect(outcome).toMatchObject({ kind: 'applied', steps: [{ line: 1 }] })
  expect(await query(`select public.shout('a')`)).toEqual([{ shout: 'A!' }])
})

test('a new column keeps the rows', async () => {
  save(
    '10_notes.sql',
    NOTES.replace('body text', 'pinned boolean not null default false,\n body text'),
  )
  expect((await sync.run()).kind).toBe('applied')
  expect(await query('select body, pinned from public.notes')).toEqual([
    { body: 'first', pinned: false },
  ])
  expect(asked).toEqual([])
})

test('a generated column is changed and dropped without a confirmation, because its values are computed from other columns', async () => {
  const generated = (expression: string) =>
    NOTES.replace(
      'price numeric(10, 4)',
      `price numeric(10, 4),\n  words int not null generated always as (${expression}) stored`,
    )
  save('10_notes.sql', generated('length(body)'))
  await sync.run()
  save('10_notes.sql', generated('length(body) + 1'))
  expect((await sync.run()).kind).toBe('applied')
  expect(await query('select words from public.notes')).toEqual([{ words: 6 }])
  save('10_notes.sql', NOTES)
  expect((await sync.run()).kind).toBe('applied')
  expect(await columns()).toEqual(['id,body,price'])
  expect(asked).toEqual([])
})

test('the Data API is notified of a change', async () => {
  const heard: (string | undefined)[] = []
  await withClient(server.url(), async (client) => {
    client.on('notification', ({ payload }) => heard.push(payload))
    await client.query('listen pgrst')
    save('20_functions.sql', FUNCTIONS.replace('upper', 'lower'))
    await sync.run()
    await expect.poll(() => heard).toEqual(['reload schema'])
  })
})

test.each([
  ['a table', '10_notes.sql', NOTES.replace('id int primary', 'id itn primary'), 2, /itn/],
  [
    'a body',
    '20_functions.sql',
    FUNCTIONS.replace('select upper', 'selekt upper'),
    3,
    /syntax error/,
  ],
  [
    'a statement that has no position',
    '20_functions.sql',
    `${FUNCTIONS}\ninsert into public.notes values (1, 'a'), (1, 'b');`,
    6,
    /duplicate key/,
  ],
])(
  'an error in %s names file and line, and changes nothing',
  async (_name, file, sql, line, why) => {
    save(file, sql)
    const error = await sync.run().then(
      () => new Error('it was applied'),
      (reason: unknown) => reason as Error,
    )
    expect(error.message).toContain(`${join(folder, file)}:${line}: `)
    expect(error.message).toMatch(why)
    expect(await query(`select public.shout('a')`)).toEqual([{ shout: 'A' }])
  },
)

test('a change that rows contradict is rolled back as a whole, with its line', async () => {
  const strict = NOTES.replace('body text not null', `body text not null,\n  added text`)
  const checked = strict.replace('numeric(10, 4)', 'numeric(10, 4) check (price > 5)')
  save('10_notes.sql', checked)
  await expect(sync.run()).rejects.toThrow(/10_notes\.sql:1: check constraint .* is violated/)
  expect(await columns()).toEqual(['id,body,price'])
  save('10_notes.sql', strict)
  expect((await sync.run()).kind).toBe('applied')
})

test.each([
  [
    'a column',
    NOTES.replace(',\n  price numeric(10, 4)', ''),
    /"notes"\.price is dropped, with 1 value/,
  ],
  ['a table', '', /table "public"\."notes" is dropped, with 1 row/],
  ['digits', NOTES.replace('10, 4', '10, 1'), /"notes"\."price" loses 1 value as numeric\(10,1\)/],
])('before dropping %s the sync asks', async (_name, sql, sentence) => {
  save('10_notes.sql', sql)
  expect(await sync.run()).toEqual({ kind: 'declined' })
  expect(asked[0]?.join()).toMatch(sentence)
  expect(await query('select price from public.notes')).toEqual([{ price: '1.2345' }])
  agrees = true
  expect((await sync.run()).kind).toBe('applied')
})

test('no confirmation is needed when no value is lost', async () => {
  await query('update public.notes set price = null')
  save('10_notes.sql', NOTES.replace(',\n  price numeric(10, 4)', ''))
  expect((await sync.run()).kind).toBe('applied')
  save('10_notes.sql', NOTES.replace('numeric(10, 4)', 'numeric(12, 4)'))
  expect((await sync.run()).kind).toBe('applied')
  expect(asked).toEqual([])
})

test.each([
  ['a table stores', 'drafts public.pair[]', /DROP ATTRIBUTE "b"/],
  ['no table stores', '', /^$/],
])('dropping an attribute of a type that %s asks if data is lost', async (_name, column, asks) => {
  const typed = (attributes: string) =>
    [
      RIGHTS,
      `create type public.pair as (${attributes});`,
      `create function public.first(pair public.pair) returns int language sql as 'select pair.a';`,
      column && `create table public.plans (${column});`,
    ].join('\n')
  save('00_rights.sql', typed('a int, b int'))
  expect((await sync.run()).kind).toBe('applied')
  save('00_rights.sql', typed('a int'))
  expect((await sync.run()).kind).toBe(column ? 'declined' : 'applied')
  expect(asked.flat().join()).toMatch(asks)
})

test('after a function is changed, a change of a table does not change the function again', async () => {
  const built = async () =>
    (await withClient(await sync.built(), (client) => client.query(`select public.shout('A')`)))
      .rows
  expect(await built()).toEqual([{ shout: 'A' }])
  save('20_functions.sql', FUNCTIONS.replace('upper', 'lower'))
  await sync.run()
  expect(await built()).toEqual([{ shout: 'a' }])
  save('10_notes.sql', NOTES.replace('body text', 'extra int, body text'))
  const outcome = await sync.run()
  const steps = outcome.kind === 'applied' ? outcome.steps.map(({ sql }) => sql) : []
  expect(steps.filter((sql) => /function/i.test(sql))).toEqual([])
  expect(await query(`select public.shout('A')`)).toEqual([{ shout: 'a' }])
  expect(await built()).toEqual([{ shout: 'a' }])
})

test('a changed reference row in a chapter changes the row in the database', async () => {
  const bucket = (limit: number) =>
    `insert into storage.buckets (id, name, file_size_limit) values ('a', 'a', ${limit});`
  save('30_buckets.sql', bucket(5))
  await sync.run()
  const size = () => query(`select file_size_limit::int as size from storage.buckets`)
  save('30_buckets.sql', bucket(6))
  await sync.run()
  expect(await size()).toEqual([{ size: 6 }])
  // A restarted sync applies the change too.
  const again = createSync({ server, folder, confirm: async () => false })
  await again.run()
  save('30_buckets.sql', bucket(7))
  await again.run()
  await again.stop()
  rmSync(join(folder, '30_buckets.sql'))
  expect(await size()).toEqual([{ size: 7 }])
})

test('a change that another process has applied is not applied again', async () => {
  const other = createSync({ server, folder, confirm: async () => false })
  save('10_notes.sql', NOTES.replace('body text', 'extra int, body text'))
  expect((await other.run()).kind).toBe('applied')
  await other.stop()
  expect((await sync.run()).kind).toBe('unchanged')
  save('10_notes.sql', NOTES.replace('body text', 'extra int, more int, body text'))
  const outcome = await sync.run()
  expect(outcome).toMatchObject({
    kind: 'applied',
    steps: [{ sql: expect.stringContaining('more') }],
  })
  const left = await query(`select datname from pg_database where datname like 'schema_watch%base'`)
  expect(left).toHaveLength(1)
})

test('a chapter that uses an object of a later chapter is refused and changes nothing', async () => {
  save(
    '20_functions.sql',
    `${FUNCTIONS}\ncreate function public.one() returns int language sql as $$ select 1 $$;`,
  )
  await sync.run()
  save('10_notes.sql', NOTES.replace(',\n  price', ',\n  tag int default public.one(),\n  price'))
  await expect(sync.run()).rejects.toThrow('10_notes.sql:')
  expect(await columns()).toEqual(['id,body,price'])
})

const PATIENT = { timeout: 30_000 }
const TAGS = 'create table public.tags (id int primary key);'
const TABLES = ['notes', 'tags']

/** Makes the first attempt of a sync, which changes both tables in any order, end in a deadlock. */
async function runInDeadlock(run: () => Promise<Outcome>): Promise<Outcome> {
  // Only strong locks are counted, because a background reader of the schema may wait for a weaker one.
  const waiting = (mode: string) =>
    query(`select c.relname from pg_locks l join pg_class c on c.oid = l.relation
      where not l.granted and l.mode = '${mode}' and c.relname in ('notes', 'tags')`)
  const lock = (table: unknown) => `lock table public.${String(table)} in row share mode`
  return withClient(server.url(), (gate) =>
    withClient(server.url('postgres', SUPERUSER), async (other) => {
      await gate.query(`begin; ${TABLES.map(lock).join('; ')}`)
      const running = run()
      const own = () => waiting('AccessExclusiveLock')
      await expect.poll(own, PATIENT).toHaveLength(1)
      const first = (await own())[0]?.['relname']
      // The other session has a longer deadlock timeout, so that the sync detects the deadlock and is aborted.
      await other.query(`begin; set local deadlock_timeout = '1min'`)
      await other.query(lock(TABLES.find((table) => table !== first)))
      const locked = other.query(lock(first))
      await expect.poll(() => waiting('RowShareLock'), PATIENT).toHaveLength(1)
      await gate.query('commit')
      await locked
      await other.query('commit')
      return running
    }),
  )
}

test('a change that ends in a deadlock with another session is tried again', async () => {
  save('15_tags.sql', TAGS)
  agrees = true
  await sync.run()
  const outcome = await runInDeadlock(() => {
    save('10_notes.sql', NOTES.replace('price', 'rank int,\n  price'))
    save('15_tags.sql', TAGS.replace(');', ', rank int);'))
    return sync.run()
  })
  expect(outcome).toMatchObject({ kind: 'applied' })
  expect(await query('select rank from public.tags')).toEqual([])
  rmSync(join(folder, '15_tags.sql'))
})

test('the first comparison, which recreates triggers, is tried again after a deadlock', async () => {
  const trigger = (table: string) => `
create trigger ${table}_move before update on public.${table} for each row
  when (OLD.id is distinct from NEW.id) execute function suppress_redundant_updates_trigger();`
  save('15_tags.sql', TAGS + trigger('notes') + trigger('tags'))
  agrees = true
  await sync.run()
  save('20_functions.sql', FUNCTIONS.replace('upper', 'lower'))
  const first = createSync({ server, folder, confirm: async () => true })
  expect(await runInDeadlock(() => first.run())).toMatchObject({ kind: 'applied' })
  await first.stop()
  rmSync(join(folder, '15_tags.sql'))
})
