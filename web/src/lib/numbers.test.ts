import { expect, test } from 'vitest'
import { oneDecimal, shortDecimal } from './numbers.ts'

test('a number is said as its language writes it', () => {
  expect(shortDecimal(4.5, 'en')).toBe('4.5')
  expect(shortDecimal(4.5, 'es')).toBe('4,5')
  expect(shortDecimal(4, 'tr')).toBe('4')
  expect(oneDecimal(4, 'tr')).toBe('4,0')
})
