/** Amounts are whole minor units, from the database to the screen; no float ever holds money. */
export type Minor = number | bigint

/** Mirrors public.currencies, which changes less often than this file. */
const DECIMALS: Record<string, number> = { USD: 2, USDC: 6 }
export const CURRENCIES = ['USD', 'USDC'] as const

export function decimalsOf(currency: string): number {
  return DECIMALS[currency] ?? 2
}

function toDecimalString(minor: Minor, decimals: number): string {
  const value = BigInt(minor)
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = decimals === 0 ? '' : `.${digits.slice(digits.length - decimals)}`
  return `${value < 0n ? '-' : ''}${whole}${rest}`
}

/** "$1,250.00"; a currency that Intl does not know by a symbol keeps its code: "1,250.00 USDC". */
export function formatMoney(minor: Minor, currency: string, locale = 'en'): string {
  const decimals = decimalsOf(currency)
  // A decimal string keeps every digit; Intl reads it exactly.
  const amount = toDecimalString(minor, decimals) as Intl.StringNumericLiteral
  if (currency.length === 3) {
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount)
  }
  const number = new Intl.NumberFormat(locale, {
    minimumFractionDigits: Math.min(2, decimals),
    maximumFractionDigits: decimals,
  }).format(amount)
  return `${number} ${currency}`
}

/** What a form field shows for an amount that is being edited: no symbol, no grouping. */
export function moneyInput(minor: Minor, currency: string, locale: string): string {
  const [whole = '0', fraction = ''] = toDecimalString(minor, decimalsOf(currency)).split('.')
  const shown = fraction.replace(/0+$/, '').padEnd(Math.min(2, fraction.length), '0')
  return shown ? `${whole}${separators(locale).decimal}${shown}` : whole
}

function separators(locale: string): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(12345.6)
  return {
    group: parts.find((part) => part.type === 'group')?.value ?? ',',
    decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
  }
}

/**
 * What a person typed, as minor units; null when it is no amount, is negative, has more decimals
 * than the currency or is too large to be exact.
 */
export function parseMoney(text: string, currency: string, locale = 'en'): number | null {
  const { group, decimal } = separators(locale)
  const [whole = '', ...rest] = text.replaceAll(/[\s\u00a0\u202f]/g, '').split(decimal)
  // "249.50" of who writes "249,50" must not become 24950: groups have three digits.
  const groups = whole.split(group)
  if (groups.slice(1).some((each) => each.length !== 3)) return null
  const plain = [groups.join(''), ...rest].join('.')
  const found = /^(\d+)(?:\.(\d*))?$/.exec(plain)
  if (!found) return null
  const decimals = decimalsOf(currency)
  const fraction = (found[2] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) return null
  const minor = Number(BigInt(`${found[1]}${fraction.padEnd(decimals, '0')}`))
  return Number.isSafeInteger(minor) ? minor : null
}
