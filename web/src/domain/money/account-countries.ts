import { ACCOUNT_COUNTRIES } from '../../../../supabase/functions/_shared/payouts/countries.ts'
import { countryOptions } from './countries.ts'

/** Countries in which a payment provider can open an account for a creator, sorted by name in that language. */
export const accountCountries = (locale: string) => countryOptions(locale, ACCOUNT_COUNTRIES)
