import { perLocale } from './per-locale.ts'

const agoIn = perLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const compactIn = perLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
)

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/**
 * Formats a time as "3 minutes ago" or "in 2 days"; less than a minute is "now". Future times are rounded, so that
 * "within three days" starts at 3, and are counted in days, because "next week" is too vague for a deadline.
 */
export function timeAgo(date: Date, locale: string, now = Date.now()): string {
  const words = agoIn(locale)
  const seconds = Math.round((date.getTime() - now) / 1000)
  const isFuture = seconds > 0
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) < size || (isFuture && unit === 'week')) continue
    const count = seconds / size
    return words.format(isFuture ? Math.round(count) : Math.trunc(count), unit)
  }
  return words.format(0, 'second')
}

/** True for a time that `timeAgo` calls past, which in its first minute is "now". */
export const isPast = (time: string, now: Date): boolean =>
  Math.round((new Date(time).getTime() - now.getTime()) / 1000) <= -60

const formats = new Map<string, Intl.DateTimeFormat>()

/** A cached formatter, because creating one takes longer than the rest of rendering a message. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${Object.entries(options).join()}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}

export const dateTime = (date: Date, locale: string, timeStyle: 'short' | 'medium' = 'short') =>
  formatOf(locale, { dateStyle: 'medium', timeStyle }).format(date)

export const shortDate = (date: Date, locale: string) =>
  formatOf(locale, { dateStyle: 'medium' }).format(date)

export const monthOf = (date: Date, locale: string) =>
  formatOf(locale, { year: 'numeric', month: 'short' }).format(date)

export const clockTime = (date: Date, locale: string) =>
  formatOf(locale, { timeStyle: 'short' }).format(date)

/** Formats a large number shortly, for example 12,400 followers as "12.4K". */
export function compactNumber(value: number, locale: string): string {
  return compactIn(locale).format(value)
}
