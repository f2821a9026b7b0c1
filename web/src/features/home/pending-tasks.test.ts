import { expect, test } from 'vitest'
import { pendingTasksOf, type HomeOrder } from './pending-tasks.ts'

const now = new Date('2025-11-20T12:00:00Z')
const order = (
  id: string,
  status: HomeOrder['status'],
  dueAt: string | null,
  brandId = 'brand',
  kolId = 'kol',
): HomeOrder => ({
  id,
  status,
  pack_title: 'Thread',
  price_minor: 1,
  currency: 'USD',
  due_at: dueAt,
  brand_id: brandId,
  kol_id: kolId,
  updated_at: '2025-11-20T00:00:00Z',
})

const OPEN = [
  'pending_payment',
  'funded',
  'in_progress',
  'delivered',
  'in_revision',
  'disputed',
] as const

test('each side is shown what waits for it, and nothing else', () => {
  const orders = OPEN.map((status) => order(status, status, null))
  const tasks = (id: string) => pendingTasksOf(orders, id, now).map((task) => task.task)
  expect(tasks('brand')).toEqual(['pay', 'review', 'settle'])
  expect(tasks('kol')).toEqual(['answer', 'deliver', 'revise', 'settle'])
})

test('the most urgent comes first, what has no clock last', () => {
  const orders = [
    order('never', 'disputed', null),
    order('later', 'in_progress', '2025-11-25T00:00:00Z'),
    order('late', 'in_progress', '2025-11-19T00:00:00Z'),
  ]
  const tasks = pendingTasksOf(orders, 'kol', now)
  expect(tasks.map((task) => [task.order.id, task.late])).toEqual([
    ['late', true],
    ['later', false],
    ['never', false],
  ])
})

test('finished orders need nobody', () => {
  expect(
    pendingTasksOf([order('a', 'completed', null), order('b', 'expired', null)], 'kol', now),
  ).toEqual([])
})
