import { expect, test } from 'vitest'
import { rulingSchema, shareOf } from './ruling-form.tsx'

const order = { currency: 'USD', price_minor: 100_001, released_minor: 10_001 }

test('the share for a percentage is that part of the open amount plus the released amount', () => {
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
])(
  'a ruling with a share of %s, of 1000.01 with 100.01 released, is valid: %s',
  (share, isRight) => {
    const ruling = { share, note: 'Read.', category: 'late', clause: 'deadline', summary: '' }
    expect(rulingSchema(order, 'en').safeParse(ruling).success).toBe(isRight)
  },
)
