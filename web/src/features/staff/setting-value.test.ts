import { afterAll, beforeAll, expect, test } from 'vitest'
import { i18n } from '@/lib/i18n/i18n.ts'
import en from '@/locales/en/staff.json'
import es from '@/locales/es/staff.json'
import tr from '@/locales/tr/staff.json'
import { settingValue } from './setting-value.ts'

beforeAll(() =>
  i18n.init({ lng: 'en', resources: { en: { staff: en }, es: { staff: es }, tr: { staff: tr } } }),
)
afterAll(() => i18n.changeLanguage('en'))

test.each([
  ['en', '20,000 units', '1 day', '72 hours', '5%', '1,500'],
  ['es', '20.000 unidades', '1 día', '72 horas', '5%', '1500'],
  ['tr', '20.000 birim', '1 gün', '72 saat', '5%', '1.500'],
])(
  'values of settings are written with their units in the language %s',
  async (locale, ...texts) => {
    await i18n.changeLanguage(locale)
    const values = [
      [20_000, 'units'],
      [1, 'days'],
      [72, 'hours'],
      [5, 'percent'],
      [1_500, 'count'],
    ] as const
    expect(values.map(([value, unit]) => settingValue('x', value, unit))).toEqual(texts)
  },
)
