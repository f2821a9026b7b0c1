import { SWITCHES } from '@/domain/vocabulary.generated.ts'
import { i18n } from '@/lib/i18n/i18n.ts'
import { wholeNumber } from '@/lib/i18n/numbers.ts'
import { textOf } from '@/lib/i18n/text.ts'

/** Units after a value; a count has none, because its description names the things counted. */
const UNITS: Record<string, string> = { count: '', percent: '%' }

export const suffixOf = (unit: string) => UNITS[unit] ?? ` ${unit}`

/** True for what is on or off. */
export const isSwitch = (key: unknown) => SWITCHES.some((each) => each === key)

/** The value of a setting as it is read, for example "on" or "72 hours"; a number as the reader's language writes it. */
export const settingValue = (key: string, value: unknown, unit = 'count') =>
  isSwitch(key)
    ? textOf(value === 1 ? 'staff:switch_on' : 'staff:switch_off')
    : `${typeof value === 'number' ? wholeNumber(value, i18n.language) : String(value)}${suffixOf(unit)}`
