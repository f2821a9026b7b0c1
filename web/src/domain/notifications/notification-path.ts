import { paths } from '@/domain/paths.ts'

export const textOf = (data: unknown, key: string): string | null => {
  const value = (data as Record<string, unknown> | null)?.[key]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Where a notification leads. */
export function notificationPath({ type, data }: { type: string; data: unknown }): string {
  const order = textOf(data, 'order_id')
  const profile = textOf(data, 'profile_id')
  const campaign = textOf(data, 'campaign_id')
  if (type === 'payment_received') return paths.payments
  // What staff and the brand hear of a chargeback is about no single order.
  if (textOf(data, 'event') === 'chargeback') return `${paths.staff}/chargebacks`
  if (textOf(data, 'event') === 'account_frozen') return paths.payments
  if (type === 'new_kol_match') return profile ? paths.creator(profile) : paths.savedSearches
  if (type === 'profile_approved') return paths.packs
  if (type === 'invite_accepted') return paths.settingsSection('invites')
  if (type === 'file_removed') {
    const other = textOf(data, 'other_id')
    return other ? paths.conversation(other) : paths.settingsSection('profile')
  }
  if (type === 'campaign_match' || type === 'application_update')
    return campaign ? paths.campaign(campaign) : paths.campaigns
  return order ? paths.order(order) : paths.orders
}
