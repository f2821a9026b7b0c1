import {
  decimalsOf,
  toDecimalString,
  type Minor,
} from '../../../../supabase/functions/_shared/money.ts'

// The e-mails use this code, too, so it is in the folder of the edge functions.
export {
  decimalsOf,
  formatMoney,
  toDecimalString,
  type Minor,
} from '../../../../supabase/functions/_shared/money.ts'

/** Formats an amount for a form field, without symbol and group separators. */
export function moneyInput(minor: Minor, currency: string, locale: string): string {
  const [whole = '0', fraction = ''] = toDecimalString(minor, decimalsOf(currency)).split('.')
  const shown = fraction.replace(/0+$/, '').padEnd(Math.min(2, fraction.length), '0')
  return shown ? `${whole}${decimalMark(locale)}${shown}` : whole
}

const decimalMark = (locale: string) =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ??
  '.'

/**
 * Converts a typed amount to minor units, with a point or a comma before the decimals. Null if it is no
 * amount, is negative, has more decimals than the currency or is too large to be exact.
 */
export function parseMoney(text: string, currency: string, locale = 'en'): number | null {
  const typed = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  const [, before = '', mark = '', after = ''] = /^(.*?)(?:([.,])(\d*))?$/.exec(typed) ?? []
  // "1,250" is ambiguous, so the language decides. "249,50" and "0,125" are not: they have no group of three digits.
  const isGroup =
    mark !== '' &&
    (before.includes(mark) ||
      (mark !== decimalMark(locale) && /^[1-9]\d{0,2}$/.test(before) && after.length === 3))
  const whole = isGroup ? typed : before
  const [, group] = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/.exec(whole) ?? []
  if (!group && !/^\d+$/.test(whole)) return null
  const decimals = decimalsOf(currency)
  const fraction = isGroup ? '' : after
  if (fraction.length > decimals) return null
  const minor = Number(BigInt(whole.replaceAll(/[.,]/g, '') + fraction.padEnd(decimals, '0')))
  return Number.isSafeInteger(minor) ? minor : null
}
