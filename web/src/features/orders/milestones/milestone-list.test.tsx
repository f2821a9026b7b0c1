import { expect, test } from 'vitest'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import common from '@/locales/en/common.json'
import orders from '@/locales/en/orders.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { MilestoneList } from './milestone-list.tsx'
import { milestonesQuery } from './queries.ts'

giveWords({ common, orders })

function listOf(status: Order['status'], side: OrderSide = 'brand') {
  const order = { id: 'o', milestone_count: 2, released_minor: 0, currency: 'USD', status }
  const money = { price_minor: 200, fee_minor: 21 }
  const dates = { due_at: '2030-05-04T10:00:00Z', creator_agreed_at: '2030-05-01T10:00:00Z' }
  const placed = { ...order, ...money, ...dates, payment_disputed_at: null } as Order
  const milestones = [1, 2].map((nr) => ({ id: `m${nr}`, accepted_at: null, amount_minor: 100 }))
  return htmlOf(<MilestoneList order={placed} side={side} />, [milestonesQuery(placed), milestones])
}

test('the current milestone shows the deadline of the order while the creator works on it', () => {
  expect(listOf('in_progress')).toContain(orders.due)
  expect(listOf('draft_review')).toContain(orders.milestone_current)
  expect(listOf('draft_review')).not.toContain(orders.due)
})

test('a creator reads the amount of each milestone after the fee, rounded as in the database', () => {
  expect(listOf('in_progress', 'kol')).toMatch(/\$0\.90 after our fee.*\$0\.89 after our fee/)
  expect(listOf('in_progress', 'brand')).not.toContain('after our fee')
  expect(listOf('cancelled', 'kol')).not.toContain('after our fee')
})
