import { expect, test } from 'vitest'
import { dependsOnLater, directChange } from './direct-change.ts'

const CHAPTER = `create table public.notes (
  id int primary key,
  -- Short, so that it fits on a card; see the form.
  body text not null default 'a, (b',
  price numeric(10, 4),
  constraint notes_price_positive check (price > 0)
) with (fillfactor = 50);
create index notes_body on public.notes (body);
create policy notes_select on public.notes for select using (private.may(id));
grant select, insert (id, body) on public.notes to authenticated;
create type public.mood as enum ('good', 'bad');
create table public.moods (mood public.mood);
create view public.titles with (security_invoker = true) as select id from public.notes;`
const FUNCTIONS = `create function private.may(id int) returns boolean
language plpgsql as $$ begin return id > 0; end $$;
comment on function private.may is 'May.';
grant execute on function private.may to authenticated;
insert into private.settings (key, value) values ('a', 1);`
const USER = `create function private.all_may() returns boolean language sql as $$ select private.may(1) $$;`

const chapters = (...texts: string[]) =>
  texts.map((sql, at) => ({ name: `${at}.sql`, path: `${at}.sql`, sql }))
const BEFORE = chapters(FUNCTIONS, CHAPTER, USER)
function change(from: string, to: string) {
  const after = BEFORE.map((chapter) => ({ ...chapter, sql: chapter.sql.replace(from, to) }))
  return directChange(BEFORE, after)
}
const sqlOf = (from: string, to: string) => change(from, to)?.map(({ sql }) => sql)

test('a new column and its constraint are added to the table, the column first', () => {
  const price =
    "  constraint notes_tag_short check (length(tag) < 9),\n  tag text default 'x',\n  price"
  expect(change('  price', price)).toEqual([
    { sql: "alter table public.notes add column tag text default 'x'", path: '1.sql', line: 6 },
    {
      sql: 'alter table public.notes add constraint notes_tag_short check (length(tag) < 9)',
      path: '1.sql',
      line: 5,
    },
  ])
})

test.each([
  ['a changed column', 'price numeric(10, 4)', 'price numeric(12, 4)'],
  ['a removed column that a constraint names', '  price numeric(10, 4),\n', ''],
  ['a removed column that a grant names', `  body text not null default 'a, (b',\n`, ''],
  ['a removed key', 'id int primary key', 'id int'],
  ['an option of the table', 'fillfactor = 50', 'fillfactor = 90'],
  ['a removed value of an enum', `'good', 'bad'`, `'bad'`],
  ['a removed type that a column has', `create type public.mood as enum ('good', 'bad');`, ''],
  ['a statement of an unknown kind', 'create type', 'select 1;\ncreate type'],
  ['a function that a row is computed from', 'begin return id', 'begin return 1'],
])('%s needs a comparison', (name, from, to) => {
  const rows = `;\ninsert into private.settings (key, value) values ('b', private.may(1)::int)`
  const text = name.includes('computed')
    ? BEFORE.map((one) => ({ ...one, sql: one.sql + rows }))
    : BEFORE
  const after = text.map((chapter) => ({ ...chapter, sql: chapter.sql.replace(from, to) }))
  expect(directChange(text, after)).toBeNull()
})

test('a new chapter is applied from its text; a statement that moves there needs a comparison', () => {
  const index = 'create index x on public.notes (id)'
  const more = directChange(BEFORE, chapters(FUNCTIONS, CHAPTER, USER, index))
  expect(more).toEqual([{ sql: index, path: '3.sql', line: 1 }])
  expect(directChange(BEFORE, chapters(FUNCTIONS, CHAPTER, '', USER))).toBeNull()
})

test('a comment of the file or inside the table changes nothing', () => {
  expect(change('Short, so', 'Long, so')).toEqual([])
  expect(change('create policy', '-- why\ncreate policy')).toEqual([])
})

test.each([
  [
    'a body',
    'id > 0',
    'id > 1',
    [
      'create or replace function private.may(id int) returns boolean\nlanguage plpgsql as $$ begin return id > 1; end $$',
    ],
  ],
  [
    'an attribute of a function',
    'language plpgsql',
    'language plpgsql stable',
    [
      'create or replace function private.may(id int) returns boolean\nlanguage plpgsql stable as $$ begin return id > 0; end $$',
    ],
  ],
  ['a comment', `'May.'`, `'Can.'`, [`comment on function private.may is 'Can.'`]],
  [
    'a view',
    'as select id',
    'as select body',
    [
      'create or replace view public.titles with (security_invoker = true) as select body from public.notes',
    ],
  ],
  [
    'a new object',
    'create policy',
    'create index x on public.notes (id);\ncreate policy',
    ['create index x on public.notes (id)'],
  ],
  [
    'a removed object',
    'create policy notes_select on public.notes for select using (private.may(id));',
    '',
    ['drop policy notes_select on public.notes'],
  ],
  [
    'an index',
    '(body)',
    '(body, id)',
    ['drop index public.notes_body', 'create index notes_body on public.notes (body, id)'],
  ],
  [
    'a constraint',
    'check (price > 0)',
    'check (price > 1)',
    [
      'alter table public.notes drop constraint notes_price_positive',
      'alter table public.notes add constraint notes_price_positive check (price > 1)',
    ],
  ],
  [
    'a grant',
    'select, insert (id, body)',
    'insert (id, body)',
    [
      'revoke select, insert (id, body) on public.notes from authenticated',
      'grant insert (id, body) on public.notes to authenticated',
    ],
  ],
  [
    'a value of an enum',
    `'good', 'bad'`,
    `'great', 'good', 'fair', 'bad'`,
    [
      `alter type public.mood add value 'great' before 'good'`,
      `alter type public.mood add value 'fair' after 'good'`,
    ],
  ],
])('%s is applied from its text', (_name, from, to, expected) => {
  expect(sqlOf(from, to)).toEqual(expected)
})

test('a function with other parameters is created again, with all that uses it', () => {
  expect(sqlOf('may(id int)', 'may(id bigint)')).toEqual([
    'drop policy notes_select on public.notes',
    'drop function private.may',
    'create function private.may(id bigint) returns boolean\nlanguage plpgsql as $$ begin return id > 0; end $$',
    `comment on function private.may is 'May.'`,
    'grant execute on function private.may to authenticated',
    'create policy notes_select on public.notes for select using (private.may(id))',
    'create or replace function private.all_may() returns boolean language sql as $$ select private.may(1) $$',
  ])
})

test('a removed column and a removed table are dropped, with what belongs to them', () => {
  const column = 'price numeric(10, 4),\n  constraint notes_price_positive check (price > 0)'
  expect(sqlOf(column, 'rank int')).toEqual([
    'alter table public.notes drop constraint notes_price_positive',
    'alter table public.notes drop column price',
    'alter table public.notes add column rank int',
  ])
  const table = `create table public.tags (id int);
alter table public.tags enable row level security;
create unique index tags_id on public.tags (id);`
  const steps = directChange(chapters(CHAPTER, table), chapters(CHAPTER, ''))
  expect(steps?.map(({ sql }) => sql)).toEqual([
    'drop index public.tags_id',
    'alter table public.tags disable row level security',
    'drop table public.tags',
  ])
})

test('the grants of an object that lost one are run again', () => {
  const grants = 'grant update (id) on public.notes to authenticated;\n'
  const before = chapters(`${CHAPTER}${grants}`)
  const after = chapters(`${CHAPTER}${grants}`.replace('select, insert (id, body)', 'select'))
  expect(directChange(before, after)?.map(({ sql }) => sql)).toEqual([
    'revoke select, insert (id, body) on public.notes from authenticated',
    'grant select on public.notes to authenticated',
    'grant update (id) on public.notes to authenticated',
  ])
})

test('changed rows come with the statement before them', () => {
  const sql = (value: number) => `insert into private.settings (key, value) values ('a', ${value})`
  expect(change(sql(1), sql(2))).toEqual([
    { sql: sql(2), path: '0.sql', line: 5, formerRows: [sql(1)] },
  ])
})

test('a statement before what it names is found', () => {
  const text = chapters(CHAPTER, 'create table public.tags (id int);')
  const depends = (sql: string) => dependsOnLater([{ sql, path: '0.sql', line: 6 }], text)
  expect(depends('alter table public.notes add column tag int')).toBe(false)
  expect(depends('alter table public.notes add tag int references public.tags')).toBe(true)
  expect(depends('create function f() language sql as $$ select from public.tags $$')).toBe(true)
  expect(depends('create function f() language plpgsql as $$ public.tags $$')).toBe(false)
})
