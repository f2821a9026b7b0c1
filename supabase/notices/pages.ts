/** The values of a notice that its texts and its link contain. */
export type NoticeData = Readonly<Record<string, unknown>>

/** The page of the client that a notice links to; if the id is missing, the list of such pages. */
export const pages = {
  order: byId('order_id', '/dashboard/orders/', '/dashboard/orders'),
  payments: () => '/dashboard/payments',
  payouts: () => '/dashboard/staff/payouts',
  chargebacks: () => '/dashboard/staff/chargebacks',
  creator: byId('profile_id', '/dashboard/kol-profile/', '/dashboard/saved-searches'),
  campaign: byId('campaign_id', '/dashboard/campaigns/', '/dashboard/campaigns'),
  packs: () => '/dashboard/packs',
  invites: () => '/dashboard/settings/invites',
  // A file that was removed may belong to no conversation: that of a campaign, or a profile picture.
  conversation: (data: NoticeData) =>
    byId(
      'other_id',
      '/dashboard/messages/',
      data['bucket'] === 'attachments' ? '/dashboard/campaigns' : '/dashboard/settings',
    )(data),
  home: () => '/dashboard',
  suspensions: () => '/dashboard/staff/suspensions',
  notifications: () => '/dashboard/notifications',
}

/** Pages that every e-mail leads to: where mails are chosen, and where they are ended without signing in. */
export const mailPages = {
  settings: '/dashboard/settings/emails',
  unsubscribe: '/unsubscribe',
  notMe: '/not-me',
}

/** Ids come from our own rows; they are still not trusted to be addresses. */
function byId(key: string, path: string, otherwise: string) {
  return (data: NoticeData): string => {
    const id = data[key]
    return typeof id === 'string' && id !== '' ? path + encodeURIComponent(id) : otherwise
  }
}
