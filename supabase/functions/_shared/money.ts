import { DECIMALS } from './currencies.generated.ts'

/** Amounts are whole minor units, from the database to the screen; no float ever holds money. */
export type Minor = number | bigint

/** The decimals of a currency; throws for one that the market does not have, as a guess could be wrong by powers of ten. */
export function decimalsOf(currency: string): number {
  const decimals = DECIMALS[currency]
  if (decimals === undefined) throw new Error(`Unknown currency: ${currency}`)
  return decimals
}

export function toDecimalString(minor: Minor, decimals: number): string {
  const value = BigInt(minor)
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = decimals === 0 ? '' : `.${digits.slice(digits.length - decimals)}`
  return `${value < 0n ? '-' : ''}${whole}${rest}`
}

const formats = new Map<string, Intl.NumberFormat>()

/** Returns a cached number format. Creating one takes longer than drawing the rest of a row, and lists have many rows. */
function formatOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${Object.values(options).join()}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format
}

/** "$1,250.00"; a currency that Intl does not know by a symbol keeps its code: "1,250.00 USDC". */
export function formatMoney(minor: Minor, currency: string, locale = 'en'): string {
  const decimals = decimalsOf(currency)
  // A decimal string keeps every digit; Intl reads it exactly.
  const amount = toDecimalString(minor, decimals) as Intl.StringNumericLiteral
  if (currency.length === 3) {
    return formatOf(locale, { style: 'currency', currency }).format(amount)
  }
  const number = formatOf(locale, {
    minimumFractionDigits: Math.min(2, decimals),
    maximumFractionDigits: decimals,
  }).format(amount)
  return `${number} ${currency}`
}
