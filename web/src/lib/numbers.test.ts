import { expect, test } from 'vitest'
import { aboutNumber, oneDecimal, shortDecimal, textsOfNumbers } from './numbers.ts'

test('numbers are formatted in their language', () => {
  expect(shortDecimal(4.5, 'en')).toBe('4.5')
  expect(shortDecimal(4.5, 'es')).toBe('4,5')
  expect(shortDecimal(4, 'tr')).toBe('4')
  expect(oneDecimal(4, 'tr')).toBe('4,0')
})

test('a term is written as the language does, with its unit in singular and plural', () => {
  expect(textsOfNumbers({ fee: 12.5, hold: 1 }, 'es')).toEqual({
    fee: '12,5',
    fee_hours: '12,5 horas',
    fee_days: '12,5 días',
    fee_size: '13 B',
    hold: '1',
    hold_hours: '1 hora',
    hold_days: '1 día',
    hold_size: '1 B',
  })
  expect(textsOfNumbers({ hold: 14 }, 'en')).toMatchObject({ hold_days: '14 days' })
  expect(textsOfNumbers({ most: 25 * 1024 ** 2 }, 'en')).toMatchObject({ most_size: '25 MB' })
})

test('what is not known exactly has two digits', () => {
  expect(aboutNumber(12_345, 'en')).toBe('12,000')
  expect(aboutNumber(1_001, 'es')).toBe('1000')
  expect(aboutNumber(999, 'tr')).toBe('1.000')
})
