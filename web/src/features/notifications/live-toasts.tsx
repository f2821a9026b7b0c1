import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useMessageToasts } from './use-message-toasts.ts'
import { useNotificationToasts } from './use-notification-toasts.ts'
import { useOrderToasts } from './use-order-toasts.ts'

/** Everything that happens elsewhere and concerns the member, as toasts. Mounted once. */
export function LiveToasts() {
  // The toasts are made outside of React: their words have to be loaded before.
  useTranslation(['notifications', 'notices', 'common'])
  useMessageToasts()
  useOrderToasts()
  useNotificationToasts()
  return null
}
