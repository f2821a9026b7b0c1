import { useTranslation } from 'react-i18next'
import { useMessageNotices } from './use-message-notices.ts'
import { useNotificationNotices } from './use-notification-notices.ts'
import { useOrderNotices } from './use-order-notices.ts'

/** Everything that happens elsewhere and concerns the member, as toasts. Mounted once. */
export function LiveNotices() {
  // The toasts speak outside of React: their words have to be there before them.
  useTranslation(['notifications', 'common'])
  useMessageNotices()
  useOrderNotices()
  useNotificationNotices()
  return null
}
