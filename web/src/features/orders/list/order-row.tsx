import { Clock, PauseCircle, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { imageUrl } from '@/domain/members/images.ts'
import { MemberAvatar } from '@/shared/members/member-avatar.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { isPaymentDisputed, type OrderSide } from '@/domain/orders/orders.ts'
import { StatusBadge } from '@/shared/orders/status-badge.tsx'
import { paths } from '@/domain/paths.ts'
import { useNow } from '@/lib/i18n/use-now.ts'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import type { ListedOrder } from '../queries.ts'
import { isLate } from '../page/silence.ts'
import { rowOf } from './row-of.ts'
import styles from '../orders.module.css'

interface SignedProps {
  icon: LucideIcon
  isLate?: boolean
  children: ReactNode
}

/** An icon with a text, which wrap to the next line together. */
const IconText = ({ icon: Icon, isLate = false, children }: SignedProps) => (
  <span className={isLate ? `${styles.signed} ${styles.late}` : styles.signed}>
    <Icon size={13} aria-hidden />
    <span>{children}</span>
  </span>
)

export function OrderRow({ order, side }: { order: ListedOrder; side: OrderSide }) {
  const { t } = useTranslation(['orders', 'common'])
  const { profile } = useProfile()
  const now = useNow()
  const { isMyTurn, sumMinor } = rowOf(order, side, profile)
  const unknown = side === 'brand' ? t('common:unknown_creator') : t('common:unknown_brand')
  const name = order.other?.display_name ?? unknown
  return (
    <Link href={paths.order(order.id)} className={`${primitives.row} ${styles.row}`}>
      <MemberAvatar name={name} image={imageUrl(order.other?.profile_image)} size={44} />
      <span className={styles.rowWords}>
        <strong>
          <bdi>{order.pack_title || t('common:unknown_pack')}</bdi>
        </strong>
        <span className={primitives.quiet}>
          <bdi>{name}</bdi> · <span className={styles.number}>{order.number}</span>
          {order.due_at && (
            <>
              {' · '}
              <IconText icon={Clock} isLate={isLate(order, now)}>
                {!isLate(order, now) && `${t('due')} `}
                <TimeText value={order.due_at} />
                {isLate(order, now) && ` · ${t('late')}`}
              </IconText>
            </>
          )}
          {isPaymentDisputed(order) && (
            <>
              {' · '}
              <IconText icon={PauseCircle}>{t('common:paused_disputed')}</IconText>
            </>
          )}
          {order.clock_resumes_at && (
            <>
              {' · '}
              <IconText icon={PauseCircle}>
                {t('common:paused_until')} <TimeText value={order.clock_resumes_at} show="full" />
              </IconText>
            </>
          )}
        </span>
      </span>
      <span className={styles.rowEnd}>
        <b>
          <MoneyText minor={sumMinor} currency={order.currency} />
        </b>
        <span className={primitives.wrap}>
          {isMyTurn && <span className={styles.turn}>{t('your_turn')}</span>}
          <StatusBadge status={order.status} />
        </span>
      </span>
    </Link>
  )
}
