import { expect, test } from 'vitest'
import type { Order } from '@/domain/orders/order-query.ts'
import { nextMilestone, milestoneStateOf, type Milestone } from './queries.ts'

const milestones = [1, 2, 3].map(
  (position) =>
    ({ id: `m${position}`, position, accepted_at: position === 1 ? '2030' : null }) as Milestone,
)
const states = (status: Order['status'], creator_agreed_at: string | null = '2030') =>
  milestones.map((each) =>
    milestoneStateOf(each, nextMilestone(milestones), { status, creator_agreed_at } as Order),
  )

test('the first open milestone has the state of its order', () => {
  expect(states('in_progress')).toEqual(['accepted', 'current', 'later'])
  expect(states('in_revision')).toEqual(['accepted', 'current', 'later'])
  expect(states('disputed')).toEqual(['accepted', 'disputed', 'later'])
  expect(states('ruled')).toEqual(['accepted', 'disputed', 'later'])
  expect(states('delivered')).toEqual(['accepted', 'delivered', 'later'])
})

test('open milestones have the state later before the work begins, and the state ended after the order has ended', () => {
  expect(states('funded', null)).toEqual(['accepted', 'later', 'later'])
  expect(states('settled')).toEqual(['accepted', 'ended', 'ended'])
})
