import { expect, test } from 'vitest'
import { useTerms } from '../use-terms.ts'
import { clockWords, termsOf } from './clocks.ts'

const order = { windows: { acceptance_window: 20, review_window: 30, dispute_answer_window: 90 } }

test('an order keeps the clocks of the day on which it was placed', () => {
  const terms = useTerms.getState()
  expect(termsOf(order, terms)).toEqual({ ...terms, ...order.windows })
})

test('a sentence names the clock of the order, with its unit and without', () => {
  expect(clockWords(order)).toMatchObject({
    acceptance_window: '20',
    acceptance_window_hours: '20 hours',
    review_window: '30',
    review_window_hours: '30 hours',
    dispute_answer_window: '90',
    dispute_answer_window_hours: '90 hours',
  })
})
