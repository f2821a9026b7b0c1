import { expect, test } from 'vitest'
import { moneySchema } from './money-field.ts'

const bounds = { currency: 'USD', locale: 'en', wrong: 'wrong' }
const messages = (schema: ReturnType<typeof moneySchema>, text: string) =>
  schema.safeParse(text).error?.issues.map(({ message }) => message) ?? []

test('an amount must be above zero unless zero is allowed', () => {
  expect(messages(moneySchema(bounds), '12.50')).toEqual([])
  expect(messages(moneySchema(bounds), '0')).toEqual(['wrong'])
  expect(messages(moneySchema(bounds), 'twelve')).toEqual(['wrong'])
  expect(messages(moneySchema({ ...bounds, zero: true }), '0')).toEqual([])
})

test('an amount below the given minimum is refused', () => {
  expect(messages(moneySchema({ ...bounds, least: 500 }), '4.99')).toEqual(['wrong'])
  expect(messages(moneySchema({ ...bounds, least: 500 }), '5')).toEqual([])
})

test('an amount above the maximum is refused with its own message if there is one', () => {
  expect(messages(moneySchema({ ...bounds, most: 1000 }), '10.01')).toEqual(['wrong'])
  expect(messages(moneySchema({ ...bounds, most: 1000, tooMuch: 'much' }), '10.01')).toEqual([
    'much',
  ])
  expect(messages(moneySchema({ ...bounds, most: 1000, tooMuch: 'much' }), '10')).toEqual([])
})
