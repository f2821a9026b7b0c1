import { expect, test } from 'vitest'
import { faultsOf } from './sql-lint.ts'

test.each([
  ['SELECT 1', 'keywords are in lower case'],
  ['select\t1', 'lines are indented with spaces'],
  ['select 1 ', 'no line ends with a space'],
  [`select ${'1 + '.repeat(80)} 1`, 'a line is no longer than 240 characters'],
  ['where a != b', 'unequal is written <>'],
  ['where a.b = null', 'nothing equals null: is null'],
  ['a varchar(20)', 'a text needs no length in its type: text with a check'],
  ['a bigserial', 'a key is an identity: generated always as identity'],
  ['a timestamp', 'a time has its zone: timestamptz'],
  ['from a natural join b', 'the columns of a join are named'],
  ['select "name"', 'names need no quotes'],
  ['grant all on a to b', 'a grant names its objects and its rights'],
  ['grant select on all tables in schema a to b', 'a grant names its objects and its rights'],
])('the fault of `%s` is found', (sql, says) => {
  expect(faultsOf(`select 1;\n${sql}\n`)).toEqual([`2: ${says}`])
})

test('comments and quoted texts are not checked', () => {
  expect(faultsOf(`select 'a "b" != NULL' -- SELECT, and "so" on`)).toEqual([])
})

test('common SQL has no faults', () => {
  const sql = `v_a := null; update a set b = null where c is not null and d <> e;
    create table f (g timestamptz, h timestamp with time zone, i text);`
  expect(faultsOf(sql)).toEqual([])
})
