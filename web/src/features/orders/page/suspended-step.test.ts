import { expect, test } from 'vitest'
import { ORDER_STATUSES, phaseOf, waitsFor, type OrderSide } from '@/domain/orders/orders.ts'
import { suspensionOf } from './suspended-step.ts'

const SIDES: readonly OrderSide[] = ['brand', 'kol']
const other = { me: false, other: true }

test('nothing is said while nobody is suspended', () => {
  for (const status of ORDER_STATUSES)
    for (const side of SIDES)
      expect(suspensionOf(status, side, { me: false, other: false })).toBeNull()
})

test('a suspended side has no turn, whether the other one is suspended or not', () => {
  for (const status of ORDER_STATUSES)
    for (const side of SIDES)
      for (const both of [true, false])
        expect(suspensionOf(status, side, { me: true, other: both })?.who, status).toBe(
          phaseOf(status) === 'open' && waitsFor(status, side) ? 'me' : undefined,
        )
})

test('a side reads that it waits for a suspended side', () => {
  const stage = (status: (typeof ORDER_STATUSES)[number], side: OrderSide) =>
    suspensionOf(status, side, other)?.stage
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
