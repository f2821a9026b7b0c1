import { PauseCircle } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { dateTime } from '@/lib/i18n/time.ts'
import primitives from '@/ui/primitives.module.css'
import styles from '../orders.module.css'

const HOUR = 3600
const DAY = 24 * HOUR

/** Says why the order's time limit is paused, until when at most, and how much time is left afterwards. */
export function PausedClock({ order }: { order: Order }) {
  const { t, i18n } = useTranslation('orders')
  if (order.clock_remaining_seconds === null) return null
  const left = Math.max(order.clock_remaining_seconds, 0)
  return (
    <p className={styles.paused}>
      <PauseCircle size={15} aria-hidden />
      <span>
        {order.clock_resumes_at === null
          ? t('clock_paused_disputed')
          : t('clock_paused', {
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
