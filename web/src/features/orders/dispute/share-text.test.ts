import { expect, it } from 'vitest'
import { shareSchema } from './share-text.ts'

const order = { currency: 'USD' as const, price_minor: 10_000, released_minor: 2_500 }
const isRight = (text: string, optional?: boolean) =>
  shareSchema(order, 'en', optional).safeParse(text).success

it('a proposed share must be between the released amount and the price', () => {
  expect(['25', '100', '24.99', '100.01', '', 'half'].map((text) => isRight(text))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

it('an optional share may be empty, and otherwise has the same limits', () => {
  expect(['', ' ', '25', '24.99', '101', 'half'].map((text) => isRight(text, true))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
