import { expect, test } from 'vitest'
import { difference, splitStatements } from './statements.ts'

const FILE = `-- A chapter; with a semicolon in its comment.
create table a (b text default ';');

/* Another; comment */
create function f() returns text language sql as $$
  select 'x;'; -- ';
$$;
comment on function f is 'It''s; this';
do $do$ begin perform ';'; end $do$;
select "odd;name"`

test('semicolons in comments, quotes and bodies do not end a statement', () => {
  expect(splitStatements(FILE).map(({ sql, line }) => [line, sql.split('\n')[0]])).toEqual([
    [2, "create table a (b text default ';')"],
    [5, 'create function f() returns text language sql as $$'],
    [8, "comment on function f is 'It''s; this'"],
    [9, "do $do$ begin perform ';'; end $do$"],
    [10, 'select "odd;name"'],
  ])
})

test('the difference of two lists counts how often a statement occurs', () => {
  const [before, after] = ['a;b;b', 'b;c;a;a'].map(splitStatements)
  expect(difference(after ?? [], before ?? []).map(({ sql }) => sql)).toEqual(['c', 'a'])
  expect(difference(before ?? [], after ?? []).map(({ sql }) => sql)).toEqual(['b'])
})
