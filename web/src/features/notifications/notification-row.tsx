import {
  BadgeCheck,
  Bell,
  FileX2,
  Gavel,
  Megaphone,
  ShoppingBag,
  Star,
  Ticket,
  UserRoundSearch,
  UserRoundX,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import {
  noticePath,
  orderNumberOf,
  renderNotification,
} from '@/domain/notifications/notification-text.ts'
import { paths } from '@/domain/paths.ts'
import type { NotificationType } from '@/domain/notifications/notification-types.ts'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { useMarkRead, type ListedNotification } from './queries.ts'
import styles from './notifications.module.css'

const ICONS: Record<NotificationType, LucideIcon> = {
  new_kol_match: UserRoundSearch,
  payment_received: Wallet,
  order_update: ShoppingBag,
  dispute_update: Gavel,
  review_received: Star,
  campaign_match: Megaphone,
  application_update: Megaphone,
  invite_accepted: Ticket,
  profile_approved: BadgeCheck,
  file_removed: FileX2,
  account_update: UserRoundX,
}

interface Props {
  notification: ListedNotification
  onOpen?: () => void
}

export function NotificationRow({ notification, onOpen }: Props) {
  const { t } = useTranslation('notifications')
  const { i18n } = useTranslation('notices')
  const { mutate: markRead } = useMarkRead()
  const Icon = ICONS[notification.type] ?? Bell
  const words = renderNotification(notification, i18n)
  const { others } = notification
  const number = orderNumberOf(notification)
  return (
    <Link
      href={others > 0 ? paths.savedSearches : noticePath(notification)}
      className={`${primitives.row} ${styles.row}`}
      data-unread={!notification.read || undefined}
      onClick={() => {
        if (!notification.read) markRead(notification.id)
        onOpen?.()
      }}
    >
      <span className={`${primitives.tile} ${styles.icon}`}>
        <Icon size={18} aria-hidden />
      </span>
      <span className={styles.words}>
        <strong>{words.title}</strong>
        <span>{words.message}</span>
        {others > 0 && <span>{t('other_matches', { count: others })}</span>}
        <span className={styles.time}>
          {number && <>{number} · </>}
          <TimeText value={notification.created_at} />
        </span>
      </span>
      {!notification.read && <span className={styles.dot} role="img" aria-label={t('unread')} />}
    </Link>
  )
}
