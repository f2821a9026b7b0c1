import { expect, test } from 'vitest'
import { toCards } from './refunds.ts'

test('toCards leaves out money that cannot be returned to a card', () => {
  const sum = (needs_other_way: boolean) => ({ currency: 'USD', amount_minor: 1, needs_other_way })
  expect(toCards([sum(true)])).toEqual([])
  expect(toCards([sum(true), sum(false)])).toEqual([sum(false)])
})
