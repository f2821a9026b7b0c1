import { expect, test } from 'vitest'
import { ORDER_STATUSES, phaseOf, waitsFor, type OrderSide } from '@/domain/orders/orders.ts'
import { suspendedStepOf } from './suspended-step.ts'

const SIDES: readonly OrderSide[] = ['brand', 'kol']
const other = { me: false, other: true }

test('suspendedStepOf returns null while no side is suspended', () => {
  for (const status of ORDER_STATUSES)
    for (const side of SIDES)
      expect(suspendedStepOf(status, side, { me: false, other: false })).toBeNull()
})

test('a suspended reader reads about the own suspension while it is their turn in an open order', () => {
  for (const status of ORDER_STATUSES)
    for (const side of SIDES)
      for (const both of [true, false])
        expect(suspendedStepOf(status, side, { me: true, other: both })?.who, status).toBe(
          phaseOf(status) === 'open' && waitsFor(status, side) ? 'me' : undefined,
        )
})

test('a reader whose order waits for a suspended other side reads for which step', () => {
  const stage = (status: (typeof ORDER_STATUSES)[number], side: OrderSide) =>
    suspendedStepOf(status, side, other)?.stage
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
