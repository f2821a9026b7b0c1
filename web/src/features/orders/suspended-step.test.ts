import { expect, test } from 'vitest'
import { ORDER_STATUSES, phaseOf, waitsFor, type OrderSide } from '@/domain/orders/orders.ts'
import { suspensionOf } from './suspended-step.ts'

const SIDES: readonly OrderSide[] = ['brand', 'kol']
const stopped = '2030-01-01T00:00:00Z'

test('nothing is said while nobody is suspended', () => {
  for (const status of ORDER_STATUSES)
    for (const side of SIDES)
      expect(suspensionOf({ status, clock_resumes_at: null }, side, false)).toBeNull()
})

test('a suspended side has no turn, whether its clock is stopped or runs again', () => {
  for (const status of ORDER_STATUSES)
    for (const side of SIDES)
      for (const clock_resumes_at of [stopped, null])
        expect(suspensionOf({ status, clock_resumes_at }, side, true)?.who, status).toBe(
          phaseOf(status) === 'open' && waitsFor(status, side) ? 'me' : undefined,
        )
})

test('who waits for a suspended side reads so', () => {
  const stage = (status: (typeof ORDER_STATUSES)[number], side: OrderSide) =>
    suspensionOf({ status, clock_resumes_at: stopped }, side, false)?.stage
  expect(ORDER_STATUSES.map((status) => stage(status, 'brand')).filter(Boolean)).toEqual([
    'unpaid',
    'acceptance',
    'work',
    'work',
    'work',
    'work',
  ])
  expect(stage('delivered', 'kol')).toBe('review')
  expect(stage('draft_review', 'kol')).toBe('review')
  expect(stage('delivered', 'brand')).toBeUndefined()
  expect(stage('disputed', 'kol')).toBeUndefined()
})
