import { expect, test } from 'vitest'
import { creatorShare, totalPrice } from './creator-share.ts'

test.each([
  [25_000, 10, 22_500],
  [101, 10, 90],
  [1, 10, 0],
  [999, 0, 999],
  [10_000, 12.5, 8_750],
  [1_000_000_000_000_000, 10, 900_000_000_000_000],
])('of a price of %d with a fee of %d %%, the creator receives %d', (minor, percent, share) => {
  expect(creatorShare(minor, percent)).toBe(share)
})

test.each([
  [25_000, 5, 26_250],
  [101, 5, 107],
  [1, 2.5, 2],
  [999, 0, 999],
])('for a price of %d and a fee of %d %%, the brand pays %d', (minor, percent, total) => {
  expect(totalPrice(minor, percent, 'USD')).toBe(total)
})

test('a brand that pays on a chain pays the price without a fee', () => {
  expect(totalPrice(250_000_000, 5, 'USDC')).toBe(250_000_000)
})
