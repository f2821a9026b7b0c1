import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { isolated } from '@/lib/i18n/text.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { mayAct, isPaymentDisputed, isUnpaid, sideOf, waitsFor } from '@/domain/orders/orders.ts'
import { paths } from '@/domain/paths.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { StatusBadge } from '@/shared/orders/status-badge.tsx'
import styles from '@/shared/messages/messages.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { openOrdersWithQuery, type OrderOfThread } from './queries.ts'

interface Props {
  other: { id: string; name: string }
}

function OrderOfTwo({ order, name }: { order: OrderOfThread; name: string }) {
  const { t } = useTranslation(['orders', 'order-states'])
  const { profile } = useProfile()
  const { status } = order
  const side = sideOf(order, profile.id)
  const isMine =
    side !== null &&
    waitsFor(status, side) &&
    mayAct(status, profile.suspended_at !== null) &&
    !isPaymentDisputed(order)
  return (
    <Link href={paths.order(order.id)} className={styles.order}>
      <span className={styles.orderWords}>
        <strong>
          {isMine ? (
            t(`order-states:${status}_task`, { name: isolated(name) })
          ) : (
            <bdi>{order.pack_title}</bdi>
          )}
        </strong>
        <span className={styles.quiet}>
          {order.number}
          {order.due_at && (
            <>
              {' · '}
              {t('orders:due')} <TimeText value={order.due_at} />
            </>
          )}
          {isMine && (
            <>
              {' · '}
              <bdi>{order.pack_title}</bdi>
            </>
          )}
        </span>
      </span>
      <StatusBadge status={status} />
      <ChevronRight size={16} aria-hidden />
    </Link>
  )
}

/** Open orders between the two members: in a panel beside a wide conversation; above a narrow one only the most urgent order. */
export function ThreadOrders({ other }: Props) {
  const { t } = useTranslation('messages')
  const { profile } = useProfile()
  const { data = [] } = useQuery(openOrdersWithQuery(profile.id, other.id))
  // Creators do not see an order before it is paid.
  const orders = data.filter((order) => order.brand_id === profile.id || !isUnpaid(order.status))
  if (orders.length === 0) return null
  return (
    <aside className={styles.orders} aria-label={t('orders_with', { name: other.name })}>
      <h3>{t('orders')}</h3>
      <ul className={styles.orderList}>
        {orders.map((order) => (
          <li key={order.id}>
            <OrderOfTwo order={order} name={other.name} />
          </li>
        ))}
      </ul>
    </aside>
  )
}
