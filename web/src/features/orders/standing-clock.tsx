import { PauseCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Order } from '@/domain/orders/order-query.ts'
import { dateTime } from '@/lib/time.ts'
import primitives from '@/ui/primitives.module.css'
import styles from './orders.module.css'

const HOUR = 3600
const DAY = 24 * HOUR

/** Why no clock runs, when it runs again, and how much of it is left for then. */
export function StandingClock({ order }: { order: Order }) {
  const { t, i18n } = useTranslation('orders')
  if (order.clock_left_seconds === null) return null
  const left = Math.max(order.clock_left_seconds, 0)
  return (
    <p className={styles.stands}>
      <PauseCircle size={15} aria-hidden />
      <span>
        {order.clock_resumes_at === null
          ? t('clock_stands_disputed')
          : t('clock_stands', {
              date: dateTime(new Date(order.clock_resumes_at), i18n.language),
            })}{' '}
        <span className={primitives.quiet}>
          {left >= 2 * DAY
            ? t('clock_left_days', { count: Math.round(left / DAY) })
            : t('clock_left_hours', { count: Math.round(left / HOUR) })}
        </span>
      </span>
    </p>
  )
}
