import { lazy, type ComponentType } from 'react'

type Module = Record<string, ComponentType>
const files = import.meta.glob<Module>('../features/*/*-page.tsx')

function page(file: string, name: string) {
  return lazy(async () => {
    const load = files[`../features/${file}.tsx`]
    const Found = (await load?.())?.[name]
    if (!Found) throw new Error(`no page ${name} in ${file}`)
    return { default: Found }
  })
}

/** Every page of the dashboard, loaded when it is first opened. */
export const DASHBOARD_ROUTES = [
  { path: '/dashboard', page: page('home/home-page', 'HomePage') },
  { path: '/dashboard/discover', page: page('discover/discover-page', 'DiscoverPage') },
  { path: '/dashboard/kol-profile/:profileId', page: page('creator-profile/creator-profile-page', 'CreatorProfilePage') },
  { path: '/dashboard/saved-searches', page: page('saved-searches/saved-searches-page', 'SavedSearchesPage') },
  { path: '/dashboard/notifications', page: page('notifications/notifications-page', 'NotificationsPage') },
  { path: '/dashboard/orders', page: page('orders/orders-page', 'OrdersPage') },
  { path: '/dashboard/orders/:orderId', page: page('orders/order-page', 'OrderPage') },
  { path: '/dashboard/checkout/:orderId', page: page('checkout/checkout-page', 'CheckoutPage') },
  { path: '/dashboard/payments', page: page('payments/payments-page', 'PaymentsPage') },
  { path: '/dashboard/messages/:profileId?', page: page('messages/messages-page', 'MessagesPage') },
  { path: '/dashboard/campaigns', page: page('campaigns/campaigns-page', 'CampaignsPage') },
  { path: '/dashboard/campaigns/:campaignId', page: page('campaigns/campaign-page', 'CampaignPage') },
  { path: '/dashboard/staff/:section?', page: page('staff/staff-page', 'StaffPage') },
  { path: '/dashboard/packs', page: page('packs/packs-page', 'PacksPage') },
  { path: '/dashboard/settings/:section?', page: page('settings/settings-page', 'SettingsPage') },
]
