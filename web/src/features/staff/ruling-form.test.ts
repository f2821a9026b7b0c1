import { expect, test } from 'vitest'
import { rulingSchema, shareOf } from './ruling-form.tsx'

const order = { currency: 'USD', price_minor: 100_001, released_minor: 10_001 }

test('a percentage is of what is in dispute, on top of what milestones have paid', () => {
  expect([0, 25, 50, 100].map((percent) => shareOf(order, percent))).toEqual([
    10_001, 32_501, 55_001, 100_001,
  ])
  expect(shareOf({ ...order, released_minor: 0 }, 25)).toBe(25_000)
})

test.each([
  ['100.00', false],
  ['100.01', true],
  ['1000.01', true],
  ['1000.02', false],
])('a share of %s: %s', (share, isRight) => {
  const ruling = { share, note: 'Read.', category: 'late', clause: 'deadline', summary: '' }
  expect(rulingSchema(order, 'en').safeParse(ruling).success).toBe(isRight)
})
