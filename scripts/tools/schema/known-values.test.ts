import { expect, test } from 'vitest'
import { listOf, narrow } from './known-values.ts'

const check = (column: string, definition: string) =>
  listOf({ table: 't', column, definition, target: '-', targetColumn: null })

test('a check constraint that compares a column with an array or a function gives the allowed values of the column', () => {
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

test('a check constraint without a list of values gives no allowed values', () => {
  expect(check('title', 'CHECK ((length(title) > 2))')).toBeNull()
})

test('a foreign key gives the rows of its table as allowed values, unless the table is private', () => {
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

test('a list of values that several columns share becomes one named type', () => {
  const list = { name: 'private.order_states.state', values: ['a', 'b', 'c', 'd'] }
  const types = narrow(`export type Database = {${TYPES}}`, {
    orders: { status: list, note: list },
  })
  expect(types).toContain(`type OrderStatesState = 'a' | 'b' | 'c' | 'd'\n`)
  expect(types).toContain(`          note: OrderStatesState\n          status: OrderStatesState\n`)
})
