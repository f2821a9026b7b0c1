import { expect, test } from 'vitest'
import { isInSightNow } from './use-in-sight.ts'

test('of several visibility changes that are reported together the last one counts', () => {
  expect(isInSightNow([{ isIntersecting: false }, { isIntersecting: true }])).toBe(true)
  expect(isInSightNow([{ isIntersecting: true }, { isIntersecting: false }])).toBe(false)
  expect(isInSightNow([])).toBe(false)
})
