import type { i18n as I18n } from 'i18next'
import type { NoticeEvent } from '../../../../supabase/notices/events.ts'
import {
  fill,
  renderNotice,
  type Notice,
  type NoticeWords,
} from '../../../../supabase/notices/render.ts'

// The words of notifications stand in supabase/notices, from where the database and the e-mails
// have them too. Who calls these functions has loaded the namespace `notices`.

export { noticePath, orderNumberOf, pageOf } from '../../../../supabase/notices/render.ts'
export type { NoticeEvent }
export type NotificationRow = Notice

/** A notification in the language of the reader. */
export function renderNotification(row: NotificationRow, i18n: I18n) {
  const words = noticeWords(i18n)
  return words ? renderNotice(row, words, { locale: i18n.language }) : row
}

/** The title of an event that no notification came for. */
export function titleOf(event: NoticeEvent, data: Record<string, string>, i18n: I18n): string {
  const title = noticeWords(i18n)?.[event].title
  return (title && fill(title, data, { locale: i18n.language })) ?? ''
}

function noticeWords(i18n: I18n): NoticeWords | undefined {
  const words = i18n.getResourceBundle(i18n.language, 'notices') as
    | { events: NoticeWords }
    | undefined
  return words?.events
}
