import { expect, test } from 'vitest'
import { moved } from './works.ts'

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 2, 'acb'],
  [0, -1, 'abc'],
  [2, 9, 'abc'],
  [1, 1, 'abc'],
])('moving place %i to %i gives %s', (from, to, order) => {
  expect(moved(['a', 'b', 'c'], from, to).join('')).toBe(order)
})
