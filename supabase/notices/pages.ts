/** What a notice is about: the values that its texts name. */
export type NoticeData = Readonly<Record<string, unknown>>

/** A page of the client for each kind of notice, and the list it is on when its id is missing. */
export const pages = {
  order: byId('order_id', '/dashboard/orders/', '/dashboard/orders'),
  payments: () => '/dashboard/payments',
  chargebacks: () => '/dashboard/staff/chargebacks',
  creator: byId('profile_id', '/dashboard/kol-profile/', '/dashboard/saved-searches'),
  campaign: byId('campaign_id', '/dashboard/campaigns/', '/dashboard/campaigns'),
  packs: () => '/dashboard/packs',
  invites: () => '/dashboard/settings/invites',
  // A profile picture that was removed belongs to no conversation.
  conversation: byId('other_id', '/dashboard/messages/', '/dashboard/settings'),
  home: () => '/dashboard',
  suspensions: () => '/dashboard/staff/suspensions',
  notifications: () => '/dashboard/notifications',
}

/** Pages that every e-mail leads to: where mails are chosen, and where they are ended without signing in. */
export const mailPages = {
  settings: '/dashboard/settings/emails',
  unsubscribe: '/unsubscribe',
}

/** Ids come from our own rows; they are still not trusted to be addresses. */
function byId(key: string, path: string, otherwise: string) {
  return (data: NoticeData): string => {
    const id = data[key]
    return typeof id === 'string' && id !== '' ? path + encodeURIComponent(id) : otherwise
  }
}
