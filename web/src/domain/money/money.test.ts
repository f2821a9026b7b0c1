import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENCIES } from '../vocabulary.generated.ts'
import { formatMoney, moneyInput, parseMoney } from './money.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('formatMoney', () => {
  test.each([
    [0, 'USD', 'en', '$0.00'],
    [5, 'USD', 'en', '$0.05'],
    [125_000, 'USD', 'en', '$1,250.00'],
    [-1_999, 'USD', 'en', '-$19.99'],
    [125_000, 'USD', 'de', '1.250,00 $'],
    [1_000_000, 'USDC', 'en', '1.00 USDC'],
    [1_250_001, 'USDC', 'en', '1.250001 USDC'],
    [1_500_000_000, 'USDC', 'de', '1.500,00 USDC'],
  ])('formatMoney writes %d minor units of %s in %s as %s', (minor, currency, locale, words) => {
    expect(plain(formatMoney(minor, currency, locale))).toBe(words)
  })

  test('formatMoney writes an amount exactly that is too large for a JavaScript number', () => {
    expect(formatMoney(900_719_925_474_099_312_345n, 'USD')).toBe('$9,007,199,254,740,993,123.45')
  })
})

describe('parseMoney', () => {
  test.each([
    ['250', 25_000],
    ['249.5', 24_950],
    ['1,250.00', 125_000],
    [' 1 250.00 ', 125_000],
    ['0.10', 10],
    ['.5', null],
    ['-5', null],
    ['12.345', null],
    ['1e3', null],
    ['abc', null],
    ['', null],
    ['99999999999999999999', null],
  ])('parseMoney reads "%s" as %s cents', (text, minor) => {
    expect(parseMoney(text, 'USD')).toBe(minor)
  })

  test('parseMoney reads an amount by the separators of the language', () => {
    expect(parseMoney('1.250,75', 'USD', 'de')).toBe(125_075)
    expect(parseMoney('1.250,75', 'USD', 'es')).toBe(125_075)
    expect(parseMoney('1.250.000', 'USD', 'tr')).toBe(125_000_000)
  })

  test.each([
    ['249,50', 'en', 24_950],
    ['12,5', 'en', 1_250],
    ['12.5', 'es', 1_250],
    ['1.250,75', 'en', 125_075],
    ['1,250.75', 'tr', 125_075],
    ['1.250.000', 'en', 125_000_000],
    ['0,125', 'en', null],
    ['1,250', 'en', 125_000],
    ['1.250', 'en', null],
    ['1.250', 'es', 125_000],
    ['1,25,50', 'en', null],
    ['1.2,5', 'en', null],
  ])(
    'parseMoney reads "%s" in %s by the separators of another language if those of its own do not fit',
    (text, locale, minor) => {
      expect(parseMoney(text, 'USD', locale)).toBe(minor)
    },
  )

  test('parseMoney accepts six decimals of USDC and refuses seven', () => {
    expect(parseMoney('0.000001', 'USDC')).toBe(1)
    expect(parseMoney('0.0000001', 'USDC')).toBeNull()
  })
})

test('an amount formatted for a form field is read back as the same amount', () => {
  fc.assert(
    fc.property(
      fc.maxSafeNat(),
      fc.constantFrom(...CURRENCIES),
      fc.constantFrom('en', 'es', 'tr', 'de', 'fr'),
      (minor, currency, locale) => {
        expect(parseMoney(moneyInput(minor, currency, locale), currency, locale)).toBe(minor)
      },
    ),
  )
})
