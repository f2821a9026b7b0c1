import { expect, test } from 'vitest'
import { ORDER_STATUSES, type OrderStatus } from '@/domain/orders/orders.ts'
import { pendingTasksOf } from './pending-tasks.ts'
import type { HomeOrder } from './queries.ts'

const reader = (id: string, suspended_at: string | null = null) => ({
  id,
  suspended_at,
  frozen_at: null as string | null,
})
const now = new Date('2025-11-20T12:00:00Z')
const order = (id: string, status: OrderStatus, dueAt: string | null): HomeOrder => ({
  id,
  number: 'K-7F3Q9',
  status,
  pack_title: 'Thread',
  price_minor: 1_000,
  buyer_fee_minor: 30,
  currency: 'USD',
  due_at: dueAt,
  clock_resumes_at: null,
  payment_disputed_at: null,
  brand_id: 'brand',
  kol_id: 'kol',
  updated_at: '2025-11-20T00:00:00Z',
})

test('an order whose payment the bank is reviewing is no task', () => {
  const stands = { ...order('o1', 'delivered', null), payment_disputed_at: '2025-11-20T00:00:00Z' }
  expect(pendingTasksOf([stands], reader('brand'), now)).toEqual([])
})

test('an unpaid order is no task of a frozen brand', () => {
  const frozen = { ...reader('brand'), frozen_at: '2025-11-20T00:00:00Z' }
  const orders = [order('o1', 'pending_payment', null), order('o2', 'delivered', null)]
  expect(pendingTasksOf(orders, frozen, now).map(({ task }) => task)).toEqual(['delivered'])
})

test('the task of a brand has the total with the fee, and that of a creator the price', () => {
  const sums = (status: OrderStatus, id: string) =>
    pendingTasksOf([order('o', status, null)], reader(id), now).map((task) => task.sum_minor)
  expect(sums('pending_payment', 'brand')).toEqual([1_030])
  expect(sums('funded', 'kol')).toEqual([1_000])
})

test('each side has tasks only for the states in which that side has to act', () => {
  const orders = ORDER_STATUSES.map((status) => order(status, status, null))
  const tasks = (id: string) => pendingTasksOf(orders, reader(id), now).map(({ task }) => task)
  expect(tasks('brand')).toEqual([
    'pending_payment',
    'draft_review',
    'delivered',
    'disputed',
    'ruled',
  ])
  expect(tasks('kol')).toEqual([
    'funded',
    'in_progress',
    'draft_revision',
    'draft_approved',
    'in_revision',
    'disputed',
    'ruled',
  ])
})

test('the most urgent task comes first, and a task without a deadline last', () => {
  const orders = [
    order('never', 'disputed', null),
    order('later', 'in_progress', '2025-11-25T00:00:00Z'),
    order('late', 'in_progress', '2025-11-19T00:00:00Z'),
  ]
  const tasks = pendingTasksOf(orders, reader('kol'), now)
  expect(tasks.map((task) => [task.order.id, task.late])).toEqual([
    ['late', true],
    ['later', false],
    ['never', false],
  ])
})

test('an order that is over is no task', () => {
  expect(
    pendingTasksOf(
      [order('a', 'completed', null), order('b', 'expired', null)],
      reader('kol'),
      now,
    ),
  ).toEqual([])
})

test('a suspended member has tasks only in disputes', () => {
  const orders = ORDER_STATUSES.map((status) => order(status, status, null))
  for (const id of ['brand', 'kol'])
    expect(
      pendingTasksOf(orders, reader(id, '2025-11-01T00:00:00Z'), now).map(({ task }) => task),
    ).toEqual(['disputed', 'ruled'])
})
