// Pages of a few lines each, without forms, as one file.
export { HomePage } from '@/features/home/home-page.tsx'
export { OrdersPage } from '@/features/orders/orders-page.tsx'
export { NotificationsPage } from '@/features/notifications/notifications-page.tsx'
