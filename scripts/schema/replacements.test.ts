import { expect, test } from 'vitest'
import { replacements } from './replacements.ts'

const chapter = (body: string, more = '') => `create table t (id int);
create function f(a int) returns int language sql as $$ select ${body} $$;
comment on function f is 'f${more}';
${more}`

test('a new body and a new comment are run as they are', () => {
  expect(replacements(chapter('1'), chapter('2'))).toEqual([
    {
      sql: 'create or replace function f(a int) returns int language sql as $$ select 2 $$',
      line: 2,
    },
  ])
  const comment = chapter('1').replace(`'f'`, `'g'`)
  expect(replacements(chapter('1'), comment)).toEqual([
    { sql: `comment on function f is 'g'`, line: 3 },
  ])
})

test('a view with another query is replaced', () => {
  const view = 'create view v with (security_invoker = true) as select 1 as a;'
  expect(replacements(view, view.replace('1', '2'))).toEqual([
    {
      sql: 'create or replace view v with (security_invoker = true) as select 2 as a',
      line: 1,
    },
  ])
  expect(replacements(view, view.replace('true', 'false'))).toBeNull()
})

test('a comment of the file changes nothing', () => {
  expect(replacements(chapter('1'), `-- why\n${chapter('1')}`)).toEqual([])
})

test.each([
  ['another parameter', chapter('1').replace('a int', 'b int')],
  ['another attribute', chapter('1').replace('language sql', 'stable language sql')],
  [
    'a new function',
    `${chapter('1')} create function g() returns int language sql as $$ select 1 $$`,
  ],
  ['a function that is gone', chapter('1').replace(/create function.*\n/, '')],
  ['a new column', chapter('2').replace('id int', 'id int, b int')],
])('%s needs a comparison of databases', (_name, after) => {
  expect(replacements(chapter('1'), after)).toBeNull()
})
