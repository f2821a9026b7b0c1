import { SWITCHES } from '@/domain/vocabulary.generated.ts'
import { i18n } from '@/lib/i18n/i18n.ts'
import { groupedNumber } from '@/lib/i18n/numbers.ts'
import { textOf } from '@/lib/i18n/text.ts'

/** Units of time, by their names for the browser's number format. */
const TIMES: Record<string, string> = {
  days: 'day',
  hours: 'hour',
  minutes: 'minute',
  seconds: 'second',
}

/** The unit after a value. A count has none, because its description names what is counted. */
export function suffixOf(unit: string, value: unknown): string {
  if (unit === 'percent') return '%'
  const count = Number(value)
  const time = TIMES[unit]
  if (!time) return unit === 'units' ? ` ${textOf('staff:units', { count })}` : ''
  const format = { style: 'unit', unit: time, unitDisplay: 'long' } as const
  const parts = new Intl.NumberFormat(i18n.language, format).formatToParts(count)
  return ` ${parts.find(({ type }) => type === 'unit')?.value}`
}

export const isSwitch = (key: unknown) => SWITCHES.some((each) => each === key)

/** A setting's value as text, for example "on" or "72 hours", in the reader's number format. */
export const settingValue = (key: string, value: unknown, unit = 'count') =>
  isSwitch(key)
    ? textOf(value === 1 ? 'staff:switch_on' : 'staff:switch_off')
    : `${typeof value === 'number' ? groupedNumber(value, i18n.language) : String(value)}${suffixOf(unit, value)}`
