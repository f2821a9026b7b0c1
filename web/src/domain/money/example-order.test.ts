import { expect, test } from 'vitest'
import { DEFAULT_TERMS } from '../terms.ts'
import { exampleOrder } from './example-order.ts'

test('in the example order the paid amount is the sum of the received amount and both fees', () => {
  const terms = { ...DEFAULT_TERMS, buyer_fee: 2, creator_fee: 12.5 }
  expect(exampleOrder(terms, 'en')).toEqual({
    price: '$1,200.00',
    paid: '$1,224.00',
    fee: '$174.00',
    received: '$1,050.00',
  })
  expect(exampleOrder(terms, 'tr').received).toBe('$1.050,00')
})
