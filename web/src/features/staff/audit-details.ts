import { formatMoney } from '@/domain/money/money.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { dateTime } from '@/lib/i18n/time.ts'

type Details = Record<string, unknown>

/** Kinds of records whose category or clause has a translation. */
const WORDED = ['suspension', 'ruling']

function valueOf(key: string, value: unknown, { currency }: Details, locale: string): string {
  if (key.endsWith('_minor') && typeof value === 'number' && typeof currency === 'string')
    return formatMoney(value, currency, locale)
  if (typeof value === 'boolean') return textOr(`staff:field_${value}`, String(value))
  if (typeof value !== 'string') return JSON.stringify(value)
  if (key === 'action') return textOr(`staff:act_${value}`, textOr(`staff:propose_${value}`, value))
  if (key.endsWith('_at')) return dateTime(new Date(value), locale)
  return WORDED.reduce((words, kind) => textOr(`common:${kind}_${key}.${value}`, words), value)
}

/** Formats the details of an audit record, for example "price: $150.00 · reason: …". */
export function detailsOf(recorded: unknown, locale: string): string {
  if (typeof recorded !== 'object' || recorded === null) return ''
  const details = recorded as Details
  return Object.entries(details)
    .filter(([key]) => key !== 'suspended' && key !== 'currency')
    .map(([key, value]) => {
      const name = key.replace(/_minor$/, '')
      return `${textOr(`staff:field_${name}`, name.replaceAll('_', ' '))}: ${valueOf(key, value, details, locale)}`
    })
    .join(' · ')
}
