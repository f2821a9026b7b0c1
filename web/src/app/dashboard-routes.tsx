import { lazy, type ComponentType } from 'react'

type Load = () => Promise<{ default: ComponentType }>

const route = (path: string, load: Load) => ({ path, load, page: lazy(load) })

/** Every page of the dashboard, loaded when it is first opened, or when there is time. */
export const DASHBOARD_ROUTES = [
  route('/dashboard', () =>
    import('@/features/home/home-page.tsx').then((m) => ({ default: m.HomePage })),
  ),
  route('/dashboard/discover', () =>
    import('@/features/discover/discover-page.tsx').then((m) => ({ default: m.DiscoverPage })),
  ),
  route('/dashboard/kol-profile/:profileId', () =>
    import('@/features/creator-profile/creator-profile-page.tsx').then((m) => ({
      default: m.CreatorProfilePage,
    })),
  ),
  route('/dashboard/saved-searches', () =>
    import('@/features/saved-searches/saved-searches-page.tsx').then((m) => ({
      default: m.SavedSearchesPage,
    })),
  ),
  route('/dashboard/notifications', () =>
    import('@/features/notifications/notifications-page.tsx').then((m) => ({
      default: m.NotificationsPage,
    })),
  ),
  route('/dashboard/orders', () =>
    import('@/features/orders/orders-page.tsx').then((m) => ({ default: m.OrdersPage })),
  ),
  route('/dashboard/orders/:orderId', () =>
    import('@/features/orders/order-page.tsx').then((m) => ({ default: m.OrderPage })),
  ),
  route('/dashboard/checkout/:orderId', () =>
    import('@/features/checkout/checkout-page.tsx').then((m) => ({ default: m.CheckoutPage })),
  ),
  route('/dashboard/payments', () =>
    import('@/features/payments/payments-page.tsx').then((m) => ({ default: m.PaymentsPage })),
  ),
  route('/dashboard/messages/:profileId?', () =>
    import('@/features/messages/messages-page.tsx').then((m) => ({ default: m.MessagesPage })),
  ),
  route('/dashboard/campaigns', () =>
    import('@/features/campaigns/campaigns-page.tsx').then((m) => ({ default: m.CampaignsPage })),
  ),
  route('/dashboard/campaigns/:campaignId', () =>
    import('@/features/campaigns/campaign-page.tsx').then((m) => ({ default: m.CampaignPage })),
  ),
  route('/dashboard/staff/:section?', () =>
    import('@/features/staff/staff-page.tsx').then((m) => ({ default: m.StaffPage })),
  ),
  route('/dashboard/packs', () =>
    import('@/features/packs/packs-page.tsx').then((m) => ({ default: m.PacksPage })),
  ),
  route('/dashboard/settings/:section?', () =>
    import('@/features/settings/settings-page.tsx').then((m) => ({ default: m.SettingsPage })),
  ),
]
