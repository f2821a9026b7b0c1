import { expect, it } from 'vitest'
import type { Order } from '@/domain/orders/order-query.ts'
import { changesIn, type OrderAction } from './order-actions-query.ts'
import {
  actionWords,
  cancellationAskedBy,
  explainedRefusal,
  placeInPortfolio,
  shareIfAgreed,
} from './order-actions.ts'

const order = (cancel_requested_by: string | null, cancel_requested_until = '2999-01-01') =>
  ({ brand_id: 'b', kol_id: 'k', cancel_requested_by, cancel_requested_until }) as Order
const row = (change: Partial<OrderAction>) => ({ changes_at: null, ...change }) as OrderAction

it('the button to cancel is named by its effect: to cancel, to agree to a request, or to request it', () => {
  const cancel = row({ action: 'cancel_order', to_status: 'cancelled' })
  expect(actionWords(cancel, order(null))).toBe('cancel')
  expect(actionWords(cancel, order('k'))).toBe('agree_cancel')
  expect(actionWords({ ...cancel, to_status: null }, order(null))).toBe('request_cancel')
})

it('a request to cancel gives the creator only the released share, and an immediate cancellation has no share', () => {
  const paid = { ...order(null), released_minor: 25_000 }
  expect(shareIfAgreed(row({ action: 'cancel_order', to_status: null }), paid)).toBe(25_000)
  expect(shareIfAgreed(row({ action: 'cancel_order', to_status: 'cancelled' }), paid)).toBeNull()
})

it('cancellationAskedBy returns the side whose request to cancel has not expired', () => {
  expect([null, 'b', 'k'].map((id) => cancellationAskedBy(order(id)))).toEqual([
    null,
    'brand',
    'kol',
  ])
  expect(cancellationAskedBy(order('k', '2020-01-01'))).toBeNull()
})

it('changesIn returns the milliseconds until the next change of an action by time, at most the longest timer', () => {
  const now = new Date('2030-01-01T12:00:00Z').getTime()
  const at = (changes_at: string | null) => row({ changes_at })
  expect(changesIn([], now)).toBe(false)
  expect(changesIn([at(null), at('2030-01-01T11:00:00Z')], now)).toBe(false)
  expect(changesIn([at('2030-01-01T12:01:00Z'), at('2030-01-01T12:00:30Z')], now)).toBe(31_000)
  expect(changesIn([at('2035-01-01T12:00:00Z')], now)).toBe(2 ** 31 - 1)
})

it('a refusal is explained only if it depends on more than the state and the side of the order', () => {
  const unpaid = { status: 'pending_payment' } as Order
  const done = { status: 'completed' } as Order
  const refused = (action: OrderAction['action'], refusal: string | null) =>
    row({ action, refusal })
  expect(explainedRefusal(refused('request_revision', 'no_revisions_left'), done)).toBe(
    'no_revisions_left',
  )
  expect(explainedRefusal(refused('request_revision', 'order_not_delivered'), done)).toBeNull()
  expect(explainedRefusal(refused('request_revision', 'not_allowed'), done)).toBeNull()
  expect(explainedRefusal(refused('request_revision', null), done)).toBeNull()
  expect(explainedRefusal(refused('checkout', 'profile_frozen'), unpaid)).toBe('profile_frozen')
  expect(explainedRefusal(refused('checkout', 'profile_frozen'), done)).toBeNull()
})

it('a work can be added to the portfolio once, if the brand has allowed it and there is a free place', () => {
  const asked = (refusal: string | null) => [row({ action: 'ask_to_show_work', refusal })]
  const works = (count: number, order_id = 'other') =>
    Array.from({ length: count }, () => ({ title: 'A film', image: '', thumbnail: '', order_id }))
  expect(placeInPortfolio([], [], 'o')).toBeNull()
  expect(placeInPortfolio(asked(null), [], 'o')).toBeNull()
  expect(placeInPortfolio(asked('showing_asked'), [], 'o')).toBeNull()
  expect(placeInPortfolio(asked('not_allowed'), [], 'o')).toBeNull()
  expect(placeInPortfolio(asked('showing_allowed'), works(11), 'o')).toBe('free')
  expect(placeInPortfolio(asked('showing_allowed'), works(12), 'o')).toBe('full')
  expect(placeInPortfolio(asked('showing_allowed'), works(12, 'o'), 'o')).toBe('shown')
})
