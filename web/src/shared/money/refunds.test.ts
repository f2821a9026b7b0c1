import { expect, test } from 'vitest'
import { refundableToCards } from './refunds.ts'

test('refundableToCards leaves out money that cannot be returned to a card', () => {
  const sum = (needs_other_way: boolean) => ({ currency: 'USD', amount_minor: 1, needs_other_way })
  expect(refundableToCards([sum(true)])).toEqual([])
  expect(refundableToCards([sum(true), sum(false)])).toEqual([sum(false)])
})
