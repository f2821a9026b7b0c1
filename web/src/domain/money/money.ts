import {
  decimalsOf,
  toDecimalString,
  type Minor,
} from '../../../../supabase/functions/_shared/money.ts'

// Code that the e-mails use too is in the folder of the edge functions.
export {
  decimalsOf,
  formatMoney,
  toDecimalString,
  type Minor,
} from '../../../../supabase/functions/_shared/money.ts'

/** Formats an amount for a form field: without symbol and grouping. */
export function moneyInput(minor: Minor, currency: string, locale: string): string {
  const [whole = '0', fraction = ''] = toDecimalString(minor, decimalsOf(currency)).split('.')
  const shown = fraction.replace(/0+$/, '').padEnd(Math.min(2, fraction.length), '0')
  return shown ? `${whole}${decimalMark(locale)}${shown}` : whole
}

const decimalMark = (locale: string) =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ??
  '.'

/**
 * Minor units that a person typed, with a point or a comma before the decimals; null when it is no
 * amount, is negative, has more decimals than the currency or is too large to be exact.
 */
export function parseMoney(text: string, currency: string, locale = 'en'): number | null {
  const typed = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  const [, before = '', mark = '', after = ''] = /^(.*?)(?:([.,])(\d*))?$/.exec(typed) ?? []
  // "1,250" could be both: the language decides. "249,50" and "0,125" have no group of three digits.
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
