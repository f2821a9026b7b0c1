import { perLocale } from '@/lib/i18n/per-locale.ts'
import { ACCOUNT_COUNTRIES } from '../../../../supabase/functions/_shared/payouts/countries.ts'

const namesIn = perLocale((locale) => new Intl.DisplayNames([locale], { type: 'region' }))

/** Where a payment provider can open an account for a creator, by name in that language. */
export const accountCountries = (locale: string) =>
  ACCOUNT_COUNTRIES.map((value) => ({ value, label: namesIn(locale).of(value) ?? value })).toSorted(
    (a, b) => a.label.localeCompare(b.label, locale),
  )
