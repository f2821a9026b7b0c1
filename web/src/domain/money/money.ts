import {
  decimalsOf,
  toDecimalString,
  type Minor,
} from '../../../../supabase/functions/_shared/money.ts'

// Code that the e-mails use too is in the folder of the edge functions.
export {
  decimalsOf,
  formatMoney,
  type Minor,
} from '../../../../supabase/functions/_shared/money.ts'

/** Formats an amount for a form field: without symbol and grouping. */
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
