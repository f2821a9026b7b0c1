import { expect, test } from 'vitest'
import { longestGap, overtaken } from './faults.ts'

test('the longest time without an answer includes the time after the fault and before the end', () => {
  expect(longestGap([500, 1500, 4000, 9000], 1000, 5000)).toBe(2.5)
  expect(longestGap([], 1000, 5000)).toBe(4)
})

test('a write is reported if it was sent after the next primary had acknowledged a write, and the old primary acknowledges it', () => {
  const write = (id: number, timeline: string, sentAt: number, answeredAt: number) => ({
    id,
    timeline,
    sentAt,
    answeredAt,
  })
  const before = write(1, '00000001', 10, 20)
  const under = write(2, '00000001', 25, 40) // sent before the next primary had answered anybody
  const next = write(3, '00000002', 26, 30)
  const late = write(4, '00000001', 31, 35)
  expect(overtaken([before, under, next])).toEqual([])
  expect(overtaken([before, under, next, late])).toEqual([late])
})
