import { expect, test } from 'vitest'
import { compactNumber, isPast, timeAgo } from './time.ts'

const now = Date.UTC(2025, 10, 20, 12)
const at = (seconds: number) => new Date(now + seconds * 1000)

test.each([
  [-20, 'now'],
  [-60, '1 minute ago'],
  [-3 * 3600, '3 hours ago'],
  [-86_400, 'yesterday'],
  [2 * 86_400, 'in 2 days'],
  [3 * 86_400 - 60, 'in 3 days'],
  [7 * 86_400, 'in 7 days'],
  [-7 * 86_400, 'last week'],
  [-400 * 86_400, 'last year'],
])('a time %d seconds from now is written as "%s"', (seconds, words) => {
  expect(timeAgo(at(seconds), 'en', now)).toBe(words)
})

test.each([-400 * 86_400, -61, -60, -59.5, -59, -1, 0, 1, 3600])(
  'a time %d seconds from now is past for isPast exactly if timeAgo writes it as past',
  (seconds) => {
    const words = timeAgo(at(seconds), 'en', now)
    expect(isPast(at(seconds).toISOString(), new Date(now))).toBe(/ago|last/.test(words))
  },
)

test('the number of followers 12,400 is shortened to 12.4K', () => {
  expect(compactNumber(12_400, 'en')).toBe('12.4K')
})
