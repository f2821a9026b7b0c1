import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LOCALES } from '@/lib/i18n/locales.ts'

/** Public sentences about money that are true for dollars but not for USDC, by their translation keys. */
const ABOUT_MONEY = [
  'landing hero.small',
  'landing promise.marketers.text',
  'landing proof.text',
  'legal terms.sections.0.text.0',
  'legal terms.sections.2.list.1',
  'legal terms.sections.3.text.0',
  'legal terms.sections.4.title',
  'legal privacy.sections.0.list.3',
  'legal privacy.sections.1.text.2',
  'legal privacy.sections.3.text.2',
  'legal privacy.sections.4.text.0',
  'pages brands.steps.1.text',
  'pages brands.points.5.text',
  'pages brands.faq.1.text',
  'pages agencies.points.2.text',
  'pages agencies.faq.2.text',
  'pages kols.steps.2.text',
  'pages kols.faq.1.text',
  'pages kols.faq.2.text',
  'pages pricing.brand.text',
  'pages pricing.brand.list.3',
  'pages pricing.hold_text',
  'pages pricing.faq.2.text',
]

const locales = join(import.meta.dirname, '..', '..', 'locales')
const wordsAt = (locale: string, place: string): unknown => {
  const [file = '', path = ''] = place.split(' ')
  const words: unknown = JSON.parse(readFileSync(join(locales, locale, `${file}.json`), 'utf8'))
  return path.split('.').reduce((at, key) => (at as Record<string, unknown>)[key], words)
}

test.each(LOCALES.map(({ code }) => code))(
  'sentences about money on public pages and in legal texts mention the exception for USDC in %s',
  (locale) => {
    for (const place of ABOUT_MONEY) expect(String(wordsAt(locale, place)), place).toContain('USDC')
  },
)
