import { noticeTypes, noticeTypesOf, type NoticeType } from '../../../../supabase/notices/events.ts'

export type NotificationType = NoticeType

/** The types of notifications for which a member can set e-mails, in the order of the settings page. */
export function emailTypes(role: string | null): NotificationType[] {
  return noticeTypesOf(role === 'kol' ? 'creator' : 'brand')
}

/** Whether e-mails about a type are sent at once or in a digest, unless the member chooses otherwise. */
export function defaultEmailMode(type: NotificationType): 'at_once' | 'digest' {
  return noticeTypes[type]
}
