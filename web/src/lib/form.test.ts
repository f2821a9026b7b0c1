import { beforeAll, expect, test } from 'vitest'
import campaigns from '@/locales/en/campaigns.json'
import { fieldError, requiredText, wholeNumber } from './form.ts'
import { i18n } from './i18n/i18n.ts'
import { textKey } from './i18n/text.ts'

beforeAll(() =>
  i18n.init({ lng: 'en', resources: { en: { campaigns } }, interpolation: { escapeValue: false } }),
)

test('the message of a field error is a translation key with values, shown as its translated text', () => {
  expect(fieldError(undefined)).toBeUndefined()
  expect(fieldError({ message: textKey('campaigns:note_needed') })).toBe(campaigns.note_needed)
  const message = textKey('campaigns:price_wrong', { budget: '$1,000 & more' })
  expect(fieldError({ message })).toBe(campaigns.price_wrong.replace('{{budget}}', '$1,000 & more'))
})

test('a required text must not be blank, and loses the spaces at its ends', () => {
  const schema = requiredText('campaigns:note_needed')
  expect(schema.safeParse(' \n').error?.issues[0]?.message).toBe('campaigns:note_needed')
  expect(schema.parse(' words ')).toBe('words')
})

test('an empty number field is invalid, and its error states the allowed range', () => {
  const schema = wholeNumber({ min: 1, max: 90 })
  expect([1, 90].map((days) => schema.safeParse(days).success)).toEqual([true, true])
  for (const days of ['', 0, 91, 1.5])
    expect(schema.safeParse(days).error?.issues[0]?.message).toBe('common:range_wrong?min=1&max=90')
})
