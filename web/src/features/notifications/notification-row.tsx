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
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useProfile } from '@/domain/members/profile.tsx'
import { notificationPath } from '@/domain/notifications/notification-path.ts'
import { renderNotification } from '@/domain/notifications/notification-text.ts'
import { TimeText } from '@/ui/time-text.tsx'
import { useMarkRead, type Notification } from './queries.ts'
import styles from './notifications.module.css'

const ICONS: Record<string, LucideIcon> = {
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
}

interface Props {
  notification: Notification
  onOpen?: () => void
}

export function NotificationRow({ notification, onOpen }: Props) {
  const { t, i18n } = useTranslation(['notifications', 'common'])
  const { profile } = useProfile()
  const { mutate: markRead } = useMarkRead()
  const Icon = ICONS[notification.type] ?? Bell
  const words = renderNotification(notification, profile.role, t, i18n.language)
  return (
    <Link
      href={notificationPath(notification)}
      className={styles.row}
      data-unread={!notification.read || undefined}
      onClick={() => {
        if (!notification.read) markRead(notification.id)
        onOpen?.()
      }}
    >
      <span className={styles.icon}>
        <Icon size={18} aria-hidden />
      </span>
      <span className={styles.words}>
        <strong>{words.title}</strong>
        <span>{words.message}</span>
        <TimeText value={notification.created_at} className={styles.time} />
      </span>
      {!notification.read && <span className={styles.dot} role="img" aria-label={t('unread')} />}
    </Link>
  )
}
