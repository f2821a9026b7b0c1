import { UUID } from '@/lib/uuid.ts'
import { formatMoney } from '@/domain/money/money.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { dateTime } from '@/lib/i18n/time.ts'
import { settingValue } from './setting-value.ts'

type Details = Record<string, unknown>
/** Names of members and numbers of orders, by the ids in the details. */
type Names = Record<string, string>

/** Records whose category or clause has a translated text. */
const WORDED = ['suspension', 'ruling']
/** Fields that contain the previous or the new value of a setting. */
const OF_SETTING = ['from', 'to', 'value']
/** Fields in the order of reading, because the database does not keep an order; all other fields follow. */
const READ_FIRST = [
  'action',
  'key',
  'from',
  'to',
  'price_minor',
  'total_minor',
  'creator_share_minor',
  'creator_fee_minor',
  'creator_minor',
  'buyer_fee_minor',
  'brand_minor',
]
const rankOf = (key: string) => READ_FIRST.indexOf(key) + 1 || READ_FIRST.length + 1

function textOf(key: string, value: string, locale: string): string {
  if (key === 'subject' && value === 'all') return textOr('staff:all_payouts', value)
  if (key === 'action') return textOr(`staff:propose_${value}`, textOr(`staff:act_${value}`, value))
  if (key === 'ended_because')
    return textOr(`staff:void_${value}`, textOr(`refusals:${value}`, value))
  if (key === 'trust_level') return textOr(`staff:trust_${value}`, value)
  if (key.endsWith('_at')) return dateTime(new Date(value), locale)
  return WORDED.reduce((words, kind) => textOr(`common:${kind}_${key}.${value}`, words), value)
}

/** Names of the columns of a profile, for example "name, topics". */
export const changedFields = (columns: string[] | null) =>
  (columns ?? [])
    .map((key) => {
      const word = textOr(`common:lists.${key}.name`, textOr(`common:yes.${key}.name`, key))
      return textOr(`staff:field_${key}`, word)
    })
    .join(', ')

function valueOf(
  key: string,
  value: unknown,
  { currency, key: setting, subject }: Details,
  locale: string,
  names: Names,
  said: readonly unknown[],
): string {
  if (Array.isArray(value))
    return value.map((each) => valueOf(key, each, {}, locale, names, said)).join(', ')
  if (typeof value === 'object' && value !== null)
    return detailsOf(value, locale, names, [...said, subject])
  if (key.endsWith('_minor') && typeof value === 'number' && typeof currency === 'string')
    return formatMoney(value, currency, locale)
  if (typeof setting === 'string' && OF_SETTING.includes(key)) return settingValue(setting, value)
  if (typeof value === 'boolean') return textOr(`staff:field_${value}`, String(value))
  if (typeof value !== 'string') return JSON.stringify(value)
  // Records such as payments have neither name nor number, so the start of their id is shown.
  if (UUID.test(value)) return names[value] ?? value.slice(0, 8)
  return textOf(key, value, locale)
}

/** Formats the details of an audit record, for example "price of the order: $150.00 · reason: …". Values in `said` are left out. */
export function detailsOf(
  recorded: unknown,
  locale: string,
  names: Names = {},
  said: readonly unknown[] = [],
): string {
  if (typeof recorded !== 'object' || recorded === null) return ''
  const details = recorded as Details
  return Object.entries(details)
    .filter(([key, value]) => key !== 'currency' && !(key === 'suspended' && !Array.isArray(value)))
    .filter(([, value]) => typeof value !== 'string' || !said.includes(value))
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .flatMap(([key, value]) => {
      const name = key.replace(/_minor$/, '')
      const text = valueOf(key, value, details, locale, names, said)
      return text ? `${textOr(`staff:field_${name}`, name.replaceAll('_', ' '))}: ${text}` : []
    })
    .join(' · ')
}
