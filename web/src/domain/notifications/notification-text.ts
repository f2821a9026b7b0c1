import type { i18n as I18n } from 'i18next'
import type { NoticeEvent } from '../../../../supabase/notices/events.ts'
import {
  fill,
  renderNotice,
  type Notice,
  type NoticeWords,
} from '../../../../supabase/notices/render.ts'

// The texts of notifications are in supabase/notices, which the database and the e-mails use as well. A caller of
// these functions has to load the namespace `notices` first.

export { noticePath, orderNumberOf, pageOf } from '../../../../supabase/notices/render.ts'
export type { NoticeEvent }
export type StoredNotification = Notice

/** Renders a notification in the reader's language. */
export function renderNotification(row: StoredNotification, i18n: I18n) {
  const words = noticeWords(i18n)
  return words ? renderNotice(row, words, { locale: i18n.language }) : row
}

/** The title of an event that has no notification. */
export function eventTitle(event: NoticeEvent, data: Record<string, string>, i18n: I18n): string {
  const title = noticeWords(i18n)?.[event].title
  return (title && fill(title, data, { locale: i18n.language })) ?? ''
}

function noticeWords(i18n: I18n): NoticeWords | undefined {
  const words = i18n.getResourceBundle(i18n.language, 'notices') as
    | { events: NoticeWords }
    | undefined
  return words?.events
}
