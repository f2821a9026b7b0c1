import type { Tables } from '@/lib/database.types.ts'

export const EMAIL_MODES = ['at_once', 'digest', 'off'] as const
export type EmailMode = (typeof EMAIL_MODES)[number]

type NotificationType = Tables<'notifications'>['type']

/** What each role may be told by e-mail, in the order of the settings page. */
const FOR_BRANDS = [
  'new_kol_match',
  'order_update',
  'application_update',
  'payment_received',
] as const
const FOR_CREATORS = [
  'order_update',
  'payment_received',
  'campaign_match',
  'application_update',
  'profile_approved',
] as const
const FOR_BOTH = ['dispute_update', 'review_received', 'invite_accepted', 'file_removed'] as const

export function emailTypes(role: string | null): NotificationType[] {
  return [...(role === 'kol' ? FOR_CREATORS : FOR_BRANDS), ...FOR_BOTH]
}

/** As private.default_email_mode says it. */
export function defaultMode(type: NotificationType): EmailMode {
  return type === 'campaign_match' || type === 'invite_accepted' ? 'digest' : 'at_once'
}
