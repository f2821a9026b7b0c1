/** Formats a number with at most one decimal: 4 or 4.5. */
export const shortDecimal = (value: number, locale: string) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value)

export const oneDecimal = (value: number, locale: string) =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    value,
  )

export const groupedNumber = (value: number, locale: string) =>
  new Intl.NumberFormat(locale).format(value)

/** Formats a share: 0.125 becomes 13 %, or 12.5 % with a decimal. */
export const percent = (share: number, locale: string, decimals = 0) =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: decimals }).format(share)

/** Formats an estimated number rounded to two digits: 12,345 becomes 12,000. */
export const aboutNumber = (value: number, locale: string) =>
  new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 }).format(value)

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

export function fileSize(bytes: number, locale: string): string {
  const step = bytes < 1 ? 0 : Math.min(3, Math.floor(Math.log(bytes) / Math.log(1024)))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[step],
    // The short name of bytes has no plural form, so the long one is used.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1024 ** step)
}

const DURATIONS = ['hour', 'day'] as const

/**
 * Formats numbers for the language: `fee`, with a unit `fee_hours` and `fee_days`, and as bytes
 * `fee_size`. Each property is computed when it is first read, and is not enumerable: a sentence uses
 * at most one or two, and formatting all of them would take longer than rendering some pages.
 */
export function textsOfNumbers(
  values: Readonly<Record<string, number>>,
  locale: string,
): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {}
  const define = (name: string, write: () => string) => {
    let text: string | undefined
    Object.defineProperty(texts, name, { get: () => (text ??= write()) })
  }
  for (const [key, value] of Object.entries(values)) {
    define(key, () => groupedNumber(value, locale))
    define(`${key}_size`, () => fileSize(value, locale))
    for (const unit of DURATIONS) define(`${key}_${unit}s`, () => duration(value, unit, locale))
  }
  return texts
}

const duration = (value: number, unit: (typeof DURATIONS)[number], locale: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
