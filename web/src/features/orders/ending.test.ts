import { expect, test } from 'vitest'
import { ORDER_STATUSES, waitsOn } from '@/domain/orders/orders.ts'
import { DEFAULT_TERMS } from '@/domain/terms.ts'
import { endingOf } from './ending.ts'

const due_at = '2030-01-10T12:00:00.000Z'
const before = new Date('2030-01-10T11:00:00Z')
const after = new Date('2030-01-10T13:00:00Z')

test('of each state that waits on after its deadline, the end is read before and after it', () => {
  const endings = ORDER_STATUSES.filter(waitsOn).map((status) =>
    [before, after].map((now) => endingOf({ status, due_at }, DEFAULT_TERMS, now)),
  )
  expect(endings.map(([early, late]) => [early?.words, late?.words])).toEqual([
    ['work_ends', 'late_ends'],
    ['work_ends', 'late_ends'],
    ['work_ends', 'late_ends'],
    ['work_ends', 'late_ends'],
    ['ruling_ends', 'ruling_late'],
    ['appeal_ends', 'appeal_late'],
  ])
  for (const [early, late] of endings) {
    expect(early).toMatchObject({ at: '2030-01-17T12:00:00.000Z', isLate: false })
    expect(late).toMatchObject({ at: '2030-01-17T12:00:00.000Z', isLate: true })
  }
})

test('no time is named while the clock is stopped, or where the deadline itself is the end', () => {
  expect(endingOf({ status: 'in_progress', due_at: null }, DEFAULT_TERMS, before)).toBeNull()
  expect(endingOf({ status: 'delivered', due_at }, DEFAULT_TERMS, before)).toBeNull()
})
