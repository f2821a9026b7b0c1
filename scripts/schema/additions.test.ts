import { expect, test } from 'vitest'
import { additions, dependsOnLater } from './additions.ts'

const TABLE = `create table public.notes (
  id int primary key,
  -- Short, so that it fits on a card; see the form.
  body text not null default 'a, (b',
  price numeric(10, 4)
) with (fillfactor = 50);
create policy notes_select on public.notes for select using (true);
grant select, insert (id, body) on public.notes to authenticated;`
const changed = (from: string, to: string) => additions(TABLE, TABLE.replace(from, to))
const sqlOf = (from: string, to: string) => changed(from, to)?.map(({ sql }) => sql)

test('a new column and its constraint are added to the table, the column first', () => {
  const price =
    "  constraint notes_tag_short check (length(tag) < 9),\n  tag text default 'x',\n  price"
  expect(changed('  price', price)).toEqual([
    { sql: "alter table public.notes add column tag text default 'x'", line: 6 },
    {
      sql: 'alter table public.notes add constraint notes_tag_short check (length(tag) < 9)',
      line: 5,
    },
  ])
})

test('a changed or removed column, or another option of the table, needs a comparison', () => {
  expect(changed('price numeric(10, 4)', 'price numeric(12, 4)')).toBeNull()
  expect(changed(',\n  price numeric(10, 4)', '')).toBeNull()
  expect(changed('fillfactor = 50', 'fillfactor = 90')).toBeNull()
})

test('a comment inside the table changes nothing', () => {
  expect(changed('Short, so', 'Long, so')).toEqual([])
})

test('a new object is created as it stands; a removed one needs a comparison', () => {
  expect(
    sqlOf('create policy', 'create index notes_body on public.notes (body);\ncreate policy'),
  ).toEqual(['create index notes_body on public.notes (body)'])
  expect(
    changed('create policy notes_select on public.notes for select using (true);\n', ''),
  ).toBeNull()
  expect(additions('', 'insert into public.notes values (1)')).toBeNull()
})

test('a policy is replaced', () => {
  expect(sqlOf('using (true)', 'using (id > 0)')).toEqual([
    'drop policy notes_select on public.notes',
    'create policy notes_select on public.notes for select using (id > 0)',
  ])
})

test('a grant may gain columns; one that loses some needs a comparison', () => {
  expect(sqlOf('(id, body) on', '(id, body, price) on')).toEqual([
    'grant select, insert (id, body, price) on public.notes to authenticated',
  ])
  expect(changed('(id, body) on', '(id) on')).toBeNull()
  expect(changed('select, insert', 'insert')).toBeNull()
})

test('a statement before what it names is found', () => {
  const chapter = (name: string, sql: string) => ({ name, path: name, sql })
  const chapters = [chapter('1.sql', TABLE), chapter('2.sql', 'create table public.tags (id int);')]
  const step = (sql: string) => [{ sql, path: '1.sql', line: 6 }]
  expect(dependsOnLater(step('alter table public.notes add column tag int'), chapters)).toBe(false)
  expect(
    dependsOnLater(step('alter table public.notes add tag int references public.tags'), chapters),
  ).toBe(true)
})
