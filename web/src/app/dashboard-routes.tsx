import { lazy } from 'react'

/** Every page of the dashboard, loaded when it is first opened. */
export const DASHBOARD_ROUTES = [
  {
    path: '/dashboard',
    page: lazy(() =>
      import('@/features/home/home-page.tsx').then((m) => ({ default: m.HomePage })),
    ),
  },
  {
    path: '/dashboard/discover',
    page: lazy(() =>
      import('@/features/discover/discover-page.tsx').then((m) => ({ default: m.DiscoverPage })),
    ),
  },
  {
    path: '/dashboard/kol-profile/:profileId',
    page: lazy(() =>
      import('@/features/creator-profile/creator-profile-page.tsx').then((m) => ({
        default: m.CreatorProfilePage,
      })),
    ),
  },
  {
    path: '/dashboard/saved-searches',
    page: lazy(() =>
      import('@/features/saved-searches/saved-searches-page.tsx').then((m) => ({
        default: m.SavedSearchesPage,
      })),
    ),
  },
  {
    path: '/dashboard/notifications',
    page: lazy(() =>
      import('@/features/notifications/notifications-page.tsx').then((m) => ({
        default: m.NotificationsPage,
      })),
    ),
  },
  {
    path: '/dashboard/orders',
    page: lazy(() =>
      import('@/features/orders/orders-page.tsx').then((m) => ({ default: m.OrdersPage })),
    ),
  },
  {
    path: '/dashboard/orders/:orderId',
    page: lazy(() =>
      import('@/features/orders/order-page.tsx').then((m) => ({ default: m.OrderPage })),
    ),
  },
  {
    path: '/dashboard/checkout/:orderId',
    page: lazy(() =>
      import('@/features/checkout/checkout-page.tsx').then((m) => ({ default: m.CheckoutPage })),
    ),
  },
  {
    path: '/dashboard/payments',
    page: lazy(() =>
      import('@/features/payments/payments-page.tsx').then((m) => ({ default: m.PaymentsPage })),
    ),
  },
  {
    path: '/dashboard/messages/:profileId?',
    page: lazy(() =>
      import('@/features/messages/messages-page.tsx').then((m) => ({ default: m.MessagesPage })),
    ),
  },
  {
    path: '/dashboard/campaigns',
    page: lazy(() =>
      import('@/features/campaigns/campaigns-page.tsx').then((m) => ({ default: m.CampaignsPage })),
    ),
  },
  {
    path: '/dashboard/campaigns/:campaignId',
    page: lazy(() =>
      import('@/features/campaigns/campaign-page.tsx').then((m) => ({ default: m.CampaignPage })),
    ),
  },
  {
    path: '/dashboard/staff/:section?',
    page: lazy(() =>
      import('@/features/staff/staff-page.tsx').then((m) => ({ default: m.StaffPage })),
    ),
  },
  {
    path: '/dashboard/packs',
    page: lazy(() =>
      import('@/features/packs/packs-page.tsx').then((m) => ({ default: m.PacksPage })),
    ),
  },
  {
    path: '/dashboard/settings/:section?',
    page: lazy(() =>
      import('@/features/settings/settings-page.tsx').then((m) => ({ default: m.SettingsPage })),
    ),
  },
]
