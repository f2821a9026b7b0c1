import { expect, test } from 'vitest'
import { expiresIn } from './pay-on-chain.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const now = Date.parse('2026-11-28T12:00:00Z')
/** Remaining time to sign a payment that is valid for an hour by the server's clock, in a browser whose clock is ahead by `aheadMs`. */
const left = (aheadMs: number, passedMs = 0) => {
  const payment = { pre_approval_expiry: (now + HOUR) / 1000 }
  return expiresIn(payment, now + aheadMs, now + aheadMs + passedMs)
}

test('a prepared payment can be signed until 90 seconds before it expires', () => {
  expect(left(0)).toBe(58.5 * MINUTE)
  expect(left(0, 58 * MINUTE)).toBe(0.5 * MINUTE)
  expect(left(0, HOUR)).toBe(0)
})

test('in a browser whose clock is ahead, a payment can be signed for 8.5 minutes before it is prepared again', () => {
  expect(left(2 * HOUR)).toBe(8.5 * MINUTE)
  expect(left(2 * HOUR, 9 * MINUTE)).toBe(0)
})

test('in a browser whose clock is far behind, the time to sign is limited to the longest delay of a timer', () => {
  expect(left(-HOUR)).toBe(118.5 * MINUTE)
  expect(left(-365 * 24 * HOUR)).toBe(2 ** 31 - 1)
})
