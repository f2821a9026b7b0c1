import { expect, test } from 'vitest'
import { expression } from './notice-sql.ts'

test('a text becomes an SQL expression over the data of a notice', () => {
  expect(expression("It's off.")).toBe("'It''s off.'")
  expect(expression('50% of {rating}')).toBe(
    "format('50%% of %s', coalesce(d ->> 'rating', '{rating}'))",
  )
})

test('amounts and times are formatted by SQL', () => {
  expect(expression('{price_minor}')).toContain(
    "private.money_text((d ->> 'price_minor')::bigint, d ->> 'currency')",
  )
  expect(expression('{due_at}')).toContain(
    `to_char((d ->> 'due_at')::timestamptz at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')`,
  )
})

test('the SQL of a text with plural forms depends on the count', () => {
  expect(expression({ one: '{count} day', other: 'days' })).toBe(
    "case when d ->> 'count' = '1' then format('%s day', coalesce(d ->> 'count', '{count}')) else 'days' end",
  )
})
