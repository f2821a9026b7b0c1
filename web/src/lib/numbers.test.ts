import { expect, test } from 'vitest'
import { oneDecimal, shortDecimal } from './numbers.ts'

test('numbers are formatted in their language', () => {
  expect(shortDecimal(4.5, 'en')).toBe('4.5')
  expect(shortDecimal(4.5, 'es')).toBe('4,5')
  expect(shortDecimal(4, 'tr')).toBe('4')
  expect(oneDecimal(4, 'tr')).toBe('4,0')
})
