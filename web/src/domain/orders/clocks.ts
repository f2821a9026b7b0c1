import { textsOfNumbers } from '@/lib/i18n/numbers.ts'
import { i18n } from '@/lib/i18n/i18n.ts'
import type { Terms } from '../terms.ts'
import { useTerms } from '../use-terms.ts'
import type { Order } from './order-query.ts'

type Placed = Pick<Order, 'windows'>

/** The market's terms with the time limits that applied on the day when the order was placed. */
export const termsForOrder = (order: Placed, terms: Readonly<Terms>): Readonly<Terms> => ({
  ...terms,
  ...(order.windows as Partial<Terms>),
})

export const useTermsForOrder = (order: Placed) => termsForOrder(order, useTerms())

/** Time limits that the screens show before an order is placed. */
const NAMED = ['acceptance_window', 'review_window'] as const

/** Whether an order has the time limits that the screen showed from the market's terms. */
export const hasNamedClocks = (order: Placed, named: Readonly<Terms>): boolean =>
  NAMED.every((key) => termsForOrder(order, named)[key] === named[key])

/** Variables of texts that name a time limit of an order. */
export function clockWords(order: Placed) {
  const texts = textsOfNumbers(termsForOrder(order, useTerms.getState()), i18n.language)
  // The Turkish texts use the numbers without their unit.
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
