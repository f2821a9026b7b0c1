import { expect, test } from 'vitest'
import { listOf, narrow } from './known-values.ts'

const check = (column: string, definition: string) =>
  listOf({ table: 't', column, definition, target: '-', targetColumn: null })

test('a check against a list, a function or a list of elements gives its values', () => {
  expect(check('status', "CHECK ((status = ANY (ARRAY['a'::text, 'b'::text])))")).toBe(
    "select unnest((ARRAY['a'::text, 'b'::text])::text[])",
  )
  expect(check('type', 'CHECK ((type = ANY (private.types())))')).toBe(
    'select unnest((private.types())::text[])',
  )
  expect(check('tags', "CHECK ((tags <@ ARRAY['a'::text]))")).toBe(
    "select unnest((ARRAY['a'::text])::text[])",
  )
})

test('a check of another form gives no closed list', () => {
  expect(check('title', 'CHECK ((length(title) > 2))')).toBeNull()
})

test('a foreign key gives the rows of its table, if members can read them', () => {
  const definition = 'FOREIGN KEY (status) REFERENCES order_statuses(status)'
  expect(
    listOf({ table: 't', column: 'status', definition, target: 'o', targetColumn: 'status' }),
  ).toBe('select status::text from o order by 1')
  const target = 'private.o'
  expect(listOf({ table: 't', column: 'status', definition, target, targetColumn: 'status' })).toBe(
    null,
  )
})

const TYPES = `
      orders: Table<{
          note: string
          status: string
          tags: string[] | null
        }, 'status'>
`

test('the allowed values replace `string` in the types of rows', () => {
  const known = {
    orders: {
      status: { name: 'statuses.status', values: ['open', 'done'] },
      tags: { name: 'tags', values: ['x'] },
    },
  }
  expect(narrow(TYPES, known)).toBe(`
      orders: Table<{
          note: string
          status: ('open' | 'done')
          tags: ('x')[] | null
        }, 'status'>
`)
})

test('a list of several columns is named once', () => {
  const list = { name: 'private.order_states.state', values: ['a', 'b', 'c', 'd'] }
  const types = narrow(`export type Database = {${TYPES}}`, {
    orders: { status: list, note: list },
  })
  expect(types).toContain(`type OrderStatesState = 'a' | 'b' | 'c' | 'd'\n`)
  expect(types).toContain(`          note: OrderStatesState\n          status: OrderStatesState\n`)
})
