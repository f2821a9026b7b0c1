import { formatMoney } from '../functions/_shared/money.ts'
import { noticeEvents, type NoticeEvent } from './events.ts'
import { isolated } from './isolated.ts'
import { pages, type NoticeData } from './pages.ts'

// The syntax of the catalogues, for the client and the e-mails; scripts/tools/notices/notice-sql.ts makes SQL of
// it for the English of the database. `{key}` is a value of the notice's data: `{..._minor}` an amount in
// `data.currency`, `{..._at}` a time, a number as the language writes it, anything else isolated where it is written from right to left.
// A text that depends on a number is an object with the plural forms of the language, chosen by
// `data.count`.

export type Text = string | ({ other: string } & { [form in Intl.LDMLPluralRule]?: string })
export type NoticeTexts = {
  title: Text
  message: Text
  /** The subject of its e-mail, if the title alone says too little in a list of e-mails. */
  subject?: Text
}
export type NoticeWords = Record<NoticeEvent, NoticeTexts>

/** A row of notifications, or what an e-mail lists. Rows from before the catalogue have no event. */
export type Notice = { event: string | null; title: string; message: string; data: unknown }
export type Rendered = { title: string; message: string; subject: string }

/** A reader whose time zone is not known, as of an e-mail, reads UTC. */
export type Reader = { locale: string; timeZone?: 'UTC' }

/** The words of a notice; one that is not known here, or misses a value, keeps the row's English. */
export function renderNotice(notice: Notice, words: NoticeWords, reader: Reader): Rendered {
  const { title, message } = notice
  const own = { title, message, subject: title || message }
  if (!isNoticeEvent(notice.event)) return own
  const texts = words[notice.event]
  const data = dataOf(notice)
  const filled = {
    title: fill(texts.title, data, reader),
    message: fill(texts.message, data, reader),
    subject: fill(texts.subject ?? texts.title, data, reader),
  }
  return isWhole(filled) ? filled : own
}

/** Puts the values in their places; null when one is missing. A value is never read as a pattern. */
export function fill(text: Text, data: NoticeData, reader: Reader): string | null {
  let isMissing = false
  const filled = formOf(text, data, reader.locale).replace(/\{(\w+)\}/g, (_place, key: string) => {
    const value = format(key, data, reader)
    isMissing ||= value === null
    return value ?? ''
  })
  return isMissing ? null : filled
}

export function noticePath(notice: Pick<Notice, 'event' | 'data'>): string {
  return pages[pageOf(notice.event)](dataOf(notice))
}

/** The number of the order that a notice is about; notices from before the numbers have none. */
export function orderNumberOf(notice: Pick<Notice, 'data'>): string | null {
  const { order_number } = dataOf(notice)
  return typeof order_number === 'string' ? order_number : null
}

export function pageOf(event: string | null): keyof typeof pages {
  return isNoticeEvent(event) ? noticeEvents[event].page : 'notifications'
}

function formOf(text: Text, { count }: NoticeData, locale: string): string {
  if (typeof text === 'string') return text
  return text[new Intl.PluralRules(locale).select(Number(count))] ?? text.other
}

function format(key: string, data: NoticeData, { locale, timeZone }: Reader): string | null {
  const value = data[key]
  if (key.endsWith('_minor')) {
    const isExact = Number.isSafeInteger(value) && typeof data.currency === 'string'
    return isExact ? formatMoney(value as number, data.currency as string, locale) : null
  }
  if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value)
  if (typeof value !== 'string') return null
  return key.endsWith('_at') ? formatTime(new Date(value), locale, timeZone) : isolated(value)
}

function formatTime(time: Date, locale: string, timeZone: Reader['timeZone']): string {
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(timeZone && { timeZone, timeZoneName: 'short' }),
  }).format(time)
}

function isNoticeEvent(event: string | null): event is NoticeEvent {
  return event !== null && Object.hasOwn(noticeEvents, event)
}

function isWhole(filled: Record<keyof Rendered, string | null>): filled is Rendered {
  return Object.values(filled).every((text) => text !== null)
}

function dataOf({ data }: Pick<Notice, 'data'>): NoticeData {
  return typeof data === 'object' && data !== null ? (data as NoticeData) : {}
}
