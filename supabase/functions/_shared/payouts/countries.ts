/**
 * Countries of members whom Stripe can pay by cross-border payouts, when the platform is in the United States,
 * the United Kingdom, the European Economic Area, Canada or Switzerland.
 */
export const ACCOUNT_COUNTRIES =
  'AT BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK US'.split(
    ' ',
  )

export const isAccountCountry = (value: unknown): value is string =>
  typeof value === 'string' && ACCOUNT_COUNTRIES.includes(value)
