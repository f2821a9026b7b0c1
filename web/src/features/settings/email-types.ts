export const EMAIL_MODES = ['at_once', 'digest', 'off'] as const
export type EmailMode = (typeof EMAIL_MODES)[number]

/** What each role may be told by e-mail, in the order of the settings page. */
const FOR_BRANDS = ['new_kol_match', 'order_update', 'application_update', 'payment_received']
const FOR_CREATORS = [
  'order_update',
  'payment_received',
  'campaign_match',
  'application_update',
  'profile_approved',
]
const FOR_BOTH = ['dispute_update', 'review_received', 'invite_accepted', 'file_removed']

export function emailTypes(role: string | null): string[] {
  return [...(role === 'kol' ? FOR_CREATORS : FOR_BRANDS), ...FOR_BOTH]
}

/** As private.default_email_mode says it. */
export function defaultMode(type: string): EmailMode {
  return type === 'campaign_match' || type === 'invite_accepted' ? 'digest' : 'at_once'
}
