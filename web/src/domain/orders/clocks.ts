import { textsOfNumbers } from '@/lib/i18n/numbers.ts'
import { i18n } from '@/lib/i18n/i18n.ts'
import type { Terms } from '../terms.ts'
import { useTerms } from '../use-terms.ts'
import type { Order } from './order-query.ts'

type Placed = Pick<Order, 'windows'>

/** The terms of the market with the clocks of an order, which keeps those of the day on which it was placed. */
export const termsOf = (order: Placed, terms: Readonly<Terms>): Readonly<Terms> => ({
  ...terms,
  ...(order.windows as Partial<Terms>),
})

export const useTermsOf = (order: Placed) => termsOf(order, useTerms())

/** Clocks that the screens name before an order is placed. */
const NAMED = ['acceptance_window', 'review_window'] as const

/** Whether an order has the clocks that a screen named by the terms of the market. */
export const hasNamedClocks = (order: Placed, named: Readonly<Terms>): boolean =>
  NAMED.every((key) => termsOf(order, named)[key] === named[key])

/** Variables of the sentences that name a clock of an order. */
export function clockWords(order: Placed) {
  const texts = textsOfNumbers(termsOf(order, useTerms.getState()), i18n.language)
  // Turkish names the numbers without their unit.
  const { acceptance_window = '', acceptance_window_hours = '' } = texts
  const { review_window = '', review_window_hours = '' } = texts
  const { dispute_answer_window = '', dispute_answer_window_hours = '' } = texts
  const { dispute_evidence_window = '', dispute_evidence_window_hours = '' } = texts
  return {
    acceptance_window,
    acceptance_window_hours,
    review_window,
    review_window_hours,
    dispute_answer_window,
    dispute_answer_window_hours,
    dispute_evidence_window,
    dispute_evidence_window_hours,
  }
}
