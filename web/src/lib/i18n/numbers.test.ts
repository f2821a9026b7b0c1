import { expect, test, vi } from 'vitest'
import { aboutNumber, fileSize, oneDecimal, shortDecimal, textsOfNumbers } from './numbers.ts'

test('decimals are written with the separator of the language', () => {
  expect(shortDecimal(4.5, 'en')).toBe('4.5')
  expect(shortDecimal(4.5, 'es')).toBe('4,5')
  expect(shortDecimal(4, 'tr')).toBe('4')
  expect(oneDecimal(4, 'tr')).toBe('4,0')
})

test('the size of a file is written with a fitting unit, in singular or plural', () => {
  const sizes = [1, 5, 2048, 5_000_000].map((bytes) => fileSize(bytes, 'en'))
  expect(sizes).toEqual(['1 byte', '5 bytes', '2 kB', '4.8 MB'])
})

test('a setting in a text is formatted for the language, with its unit in singular or plural', () => {
  const es = textsOfNumbers({ fee: 12.5, hold: 1 }, 'es')
  expect([es.fee, es.fee_hours, es.fee_days, es.fee_size]).toEqual([
    '12,5',
    '12,5 horas',
    '12,5 días',
    '13 bytes',
  ])
  expect([es.hold, es.hold_hours, es.hold_days, es.hold_size]).toEqual([
    '1',
    '1 hora',
    '1 día',
    '1 byte',
  ])
  expect(textsOfNumbers({ hold: 14 }, 'en').hold_days).toBe('14 days')
  expect(textsOfNumbers({ most: 25 * 1024 ** 2 }, 'en').most_size).toBe('25 MB')
})

test('a setting is formatted only when a text uses it, and only once', () => {
  const numbers: { readonly format: unknown } = Intl.NumberFormat.prototype
  const format = vi.spyOn(numbers, 'format', 'get')
  const texts = textsOfNumbers({ fee: 12.5, hold: 1 }, 'en')
  expect({ ...texts }).toEqual({})
  expect(format).not.toHaveBeenCalled()
  expect(texts.fee).toBe(texts.fee)
  expect(format).toHaveBeenCalledOnce()
  format.mockRestore()
})

test('an estimated number is rounded to two digits', () => {
  expect(aboutNumber(12_345, 'en')).toBe('12,000')
  expect(aboutNumber(1_001, 'es')).toBe('1000')
  expect(aboutNumber(999, 'tr')).toBe('1.000')
})
