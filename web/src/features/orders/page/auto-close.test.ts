import { expect, test } from 'vitest'
import { ORDER_STATUSES, hasGracePeriod } from '@/domain/orders/orders.ts'
import { DEFAULT_TERMS } from '@/domain/terms.ts'
import { autoCloseOf } from './auto-close.ts'

const due_at = '2030-01-10T12:00:00.000Z'
const before = new Date('2030-01-10T11:00:00Z')
const after = new Date('2030-01-10T13:00:00Z')

test('each state with a grace period has a text before and after its deadline', () => {
  const closes = ORDER_STATUSES.filter(hasGracePeriod).map((status) =>
    [before, after].map((now) => autoCloseOf({ status, due_at }, DEFAULT_TERMS, now)),
  )
  expect(closes.map(([early, late]) => [early?.textKey, late?.textKey])).toEqual([
    ['work_ends', 'late_ends'],
    ['work_ends', 'late_ends'],
    ['work_ends', 'late_ends'],
    ['work_ends', 'late_ends'],
    ['ruling_ends', 'ruling_late'],
    ['appeal_ends', 'appeal_late'],
  ])
  for (const [early, late] of closes) {
    expect(early).toMatchObject({ at: '2030-01-17T12:00:00.000Z', isLate: false })
    expect(late).toMatchObject({ at: '2030-01-17T12:00:00.000Z', isLate: true })
  }
})

test('there is no notice while the clock is paused, or in a state without a grace period', () => {
  expect(autoCloseOf({ status: 'in_progress', due_at: null }, DEFAULT_TERMS, before)).toBeNull()
  expect(autoCloseOf({ status: 'delivered', due_at }, DEFAULT_TERMS, before)).toBeNull()
})
