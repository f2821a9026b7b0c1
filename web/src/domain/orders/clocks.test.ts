import { expect, test } from 'vitest'
import { useTerms } from '../use-terms.ts'
import { clockWords, hasNamedClocks, termsForOrder } from './clocks.ts'

const order = { windows: { acceptance_window: 20, review_window: 30, dispute_answer_window: 90 } }

test('an order shows the time limits that were stored with it, not the present ones', () => {
  const terms = useTerms.getState()
  expect(termsForOrder(order, terms)).toEqual({ ...terms, ...order.windows })
})

test('hasNamedClocks is false if a time limit of the order differs from the one shown before', () => {
  const terms = useTerms.getState()
  const placed = (changed: object) => ({ windows: { ...terms, ...changed } })
  expect(hasNamedClocks(placed({}), terms)).toBe(true)
  expect(hasNamedClocks(placed({ appeal_window: 1 }), terms), 'a clock of no screen').toBe(true)
  expect(hasNamedClocks(placed({ acceptance_window: 1 }), terms)).toBe(false)
  expect(hasNamedClocks(placed({ review_window: 1 }), terms)).toBe(false)
})

test('clockWords contains the time limits of the order with and without their unit', () => {
  expect(clockWords(order)).toMatchObject({
    acceptance_window: '20',
    acceptance_window_hours: '20 hours',
    review_window: '30',
    review_window_hours: '30 hours',
    dispute_answer_window: '90',
    dispute_answer_window_hours: '90 hours',
  })
})
