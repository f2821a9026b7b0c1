import { noticeTypes, noticeTypesOf, type NoticeType } from '../../../../supabase/notices/events.ts'

export type NotificationType = NoticeType

/** The types that a member can choose e-mails for, in the order of the settings page. */
export function emailTypes(role: string | null): NotificationType[] {
  return noticeTypesOf(role === 'kol' ? 'creator' : 'brand')
}

/** When a type is sent by default. */
export function defaultEmailMode(type: NotificationType): 'at_once' | 'digest' {
  return noticeTypes[type]
}
