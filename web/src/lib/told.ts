import type { TFunction } from 'i18next'
import { formatMoney, parseMoney } from './money.ts'
import { dateTime } from './time.ts'

// What the database told a member, in the member's language. The row brings English words; its
// type and data say which sentence that is. A sentence that is not known here, or that misses
// something it needs, stays as the row has it.

export type Told = { type: string; title: string; message: string; data: unknown }
export type Words = { title: string; message: string }

type Values = Record<string, string | number>
/** Keys of the namespace `notifications`, without `told.`. */
type Sentence = { title: string; text: string; values?: Values }

const pair = (name: string, values?: Values): Sentence => ({
  title: `${name}.title`,
  text: `${name}.text`,
  values,
})

const AMOUNT = /(\d+\.\d+) ([A-Z]{3,5})\b/g

/** Amounts that the row says ("90.00 USD"), as the language writes them. */
const amountsIn = (text: string, locale: string): string[] =>
  [...text.matchAll(AMOUNT)].map(([said, amount = '', currency = '']) => {
    const minor = parseMoney(amount, currency)
    return minor === null ? said : formatMoney(minor, currency, locale)
  })

/** What the row's own English says in one place of its sentence; nothing when it says it otherwise. */
const placeIn = (text: string, sentence: RegExp): string | undefined => sentence.exec(text)?.[1]

function dateIn(text: string, locale: string): string | undefined {
  const found = /(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/.exec(text)
  return found ? dateTime(new Date(`${found[1]}T${found[2]}Z`), locale) : undefined
}

/** Moves of an order that read differently on its two sides. */
const TWO_SIDED = new Set(['expired', 'cancelled'])

function ofOrder(row: Told, event: string, isCreator: boolean, locale: string): Sentence | null {
  const [amount, price] = amountsIn(row.message, locale)
  if (TWO_SIDED.has(event)) {
    if (isCreator) return pair(`${event}_creator`)
    return amount
      ? { title: `${event}_brand.title`, text: 'refunded', values: { amount } }
      : pair(`${event}_brand`)
  }
  switch (event) {
    case 'funded':
      return amount ? { ...pair(event), values: { amount } } : null
    case 'declined':
      return amount ? { title: 'declined.title', text: 'refunded', values: { amount } } : null
    case 'completed':
      return pair(isCreator ? 'completed_creator' : 'completed_brand')
    case 'settled':
      if (!amount) return null
      return {
        title: 'settled.title',
        text: isCreator ? 'settled.text' : 'refunded',
        values: { amount },
      }
    case 'settlement_proposed':
      return amount && price ? pair(event, { amount, price }) : null
    case 'review_reminder': {
      const date = dateIn(row.message, locale)
      return date ? pair(event, { date }) : null
    }
    case 'accepted':
    case 'delivered':
    case 'revision_requested':
    case 'review_extended':
    case 'cancel_requested':
    case 'disputed':
    case 'review_waiting':
      return pair(event)
    default:
      return null
  }
}

function ofPayment(row: Told, event: string, locale: string): Sentence | null {
  const [amount] = amountsIn(row.title, locale)
  if (!amount) return null
  if (event === 'completed' || event === 'settled') return pair('earned', { amount })
  if (event === 'payout_failed') return pair(event, { amount })
  const destination = placeIn(row.message, /^Sent to (.+)\.$/s)
  return event === 'payout_sent' && destination ? pair(event, { amount, destination }) : null
}

function sentenceOf(row: Told, data: Values, role: string | null, locale: string): Sentence | null {
  const event = String(data.event ?? '')
  switch (row.type) {
    case 'new_kol_match':
      return pair('match')
    case 'payment_received':
      return ofPayment(row, event, locale)
    case 'order_update':
    case 'dispute_update':
      return ofOrder(row, event, role === 'kol', locale)
    case 'review_received': {
      if (event !== 'review_visible') return ofOrder(row, event, role === 'kol', locale)
      const name = placeIn(row.title, /^(.+) reviewed your work together$/s)
      return name ? pair(event, { name }) : null
    }
    case 'campaign_match': {
      const brand = placeIn(row.message, /^(.+) is looking for creators like you: "/s)
      return brand ? pair('campaign', { brand }) : null
    }
    case 'application_update': {
      if (data.status !== 'sent') return pair(`application_${data.status}`)
      const name = placeIn(row.message, /^(.+) applied to "/s)
      return name ? pair('application_sent', { name }) : null
    }
    case 'invite_accepted':
      return pair('invite')
    case 'profile_approved':
      return pair('approved')
    default:
      return null
  }
}

/** The plain values of `data`: its names and numbers. */
function valuesOf(data: unknown): Values {
  if (typeof data !== 'object' || data === null) return {}
  return Object.fromEntries(
    Object.entries(data).filter(([, value]) => ['string', 'number'].includes(typeof value)),
  ) as Values
}

/** `t` has the namespaces `notifications` and `common`. */
export function wordsOf(row: Told, role: string | null, t: TFunction, locale: string): Words {
  const own = { title: row.title, message: row.message }
  const data = valuesOf(row.data)
  const sentence = sentenceOf(row, data, role, locale)
  if (!sentence) return own
  const replace: Values = {
    // Somebody whose name is gone: the fall-backs of the specification.
    other_name: t(role === 'kol' ? 'common:unknown_brand' : 'common:unknown_creator'),
    pack_title: t('common:unknown_pack'),
    ...data,
    ...sentence.values,
  }
  const say = (name: string): string | null => {
    const key = `notifications:told.${name}`
    const sentence = t(key, { defaultValue: '', skipInterpolation: true })
    const places = [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, place = '']) => place)
    const isWhole = sentence !== '' && places.every((place) => place in replace)
    return isWhole ? t(key, { replace }) : null
  }
  const title = say(sentence.title)
  const message = say(sentence.text)
  return title && message ? { title, message } : own
}
