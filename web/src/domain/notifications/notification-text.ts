import type { TFunction } from 'i18next'
import { formatMoney } from '@/domain/money/money.ts'
import type { TextKey } from '@/lib/text.ts'
import { dateTime } from '@/lib/time.ts'

// What the database told a member, in the member's language. The row brings English words for
// its e-mail; its type says which sentence that is, and its data every value in it. A sentence
// that is not known here, or that misses a value, stays as the row has it.

export type NotificationRow = { type: string; title: string; message: string; data: unknown }
export type Words = { title: string; message: string }

/** As `useTranslation(['notifications', 'common'])` returns it. */
export type Translate = TFunction<readonly ['notifications', 'common']>

type Data = Record<string, unknown>
type Values = Record<string, string | number>
/** Keys of the namespace `notifications`, without `told.`. */
type Sentence = { title: string; text: string }

const pair = (name: string): Sentence => ({ title: `${name}.title`, text: `${name}.text` })
const refund = (name: string): Sentence => ({ title: `${name}.title`, text: 'refunded' })

/** Some moves of an order read differently on its two sides. */
function ofOrder(data: Data, event: string, isCreator: boolean): Sentence {
  switch (event) {
    case 'expired':
    case 'cancelled':
      if (isCreator) return pair(`${event}_creator`)
      // A reason stands where no refund does: it was not paid, or it was charged back.
      return data.reason ? pair(`${event}_brand`) : refund(`${event}_brand`)
    case 'declined':
      return refund(event)
    case 'completed':
      return pair(isCreator ? 'completed_creator' : 'completed_brand')
    case 'settled':
      return isCreator ? pair(event) : refund(event)
    default:
      return pair(event)
  }
}

function sentenceOf(type: string, data: Data, role: string | null): Sentence | null {
  const event = String(data.event)
  switch (type) {
    case 'new_kol_match':
      return pair('match')
    case 'payment_received':
      return pair(event === 'completed' || event === 'settled' ? 'earned' : event)
    case 'order_update':
    case 'dispute_update':
      return ofOrder(data, event, role === 'kol')
    case 'review_received':
      return pair(event)
    case 'campaign_match':
      return pair('campaign')
    case 'application_update':
      return pair(`application_${String(data.status)}`)
    case 'invite_accepted':
      return pair('invite')
    case 'profile_approved':
      return pair('approved')
    case 'file_removed':
      return pair('file_removed')
    default:
      return null
  }
}

/** What the sentences name: the plain values of `data`, money and time as the language writes them. */
function valuesOf(data: Data, locale: string): Values {
  const values: Values = {}
  for (const [key, value] of Object.entries(data)) {
    if (typeof value === 'string' || typeof value === 'number') values[key] = value
  }
  const money = (place: string, minor: unknown) => {
    if (Number.isSafeInteger(minor) && typeof data.currency === 'string')
      values[place] = formatMoney(minor as number, data.currency, locale)
  }
  money('amount', data.amount_minor)
  money('price', data.price_minor)
  if (typeof data.due_at === 'string') values.date = dateTime(new Date(data.due_at), locale)
  return values
}

/** `t` has the namespaces `notifications` and `common`. */
export function renderNotification(
  row: NotificationRow,
  role: string | null,
  t: Translate,
  locale: string,
): Words {
  const own = { title: row.title, message: row.message }
  const data = (row.data ?? {}) as Data
  const sentence = sentenceOf(row.type, data, role)
  if (!sentence) return own
  const replace = valuesOf(data, locale)
  // Somebody whose name is gone: the fall-back of the specification.
  if (data.other_name === null)
    replace.other_name = t(role === 'kol' ? 'common:unknown_brand' : 'common:unknown_creator')
  const say = (name: string): string | null => {
    const key = `notifications:told.${name}` as TextKey & `notifications:${string}`
    const text: string = t(key, { defaultValue: '', skipInterpolation: true })
    const places = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, place = '']) => place)
    const isWhole = text !== '' && places.every((place) => place in replace)
    return isWhole ? t(key, { replace }) : null
  }
  const title = say(sentence.title)
  const message = say(sentence.text)
  return title && message ? { title, message } : own
}
