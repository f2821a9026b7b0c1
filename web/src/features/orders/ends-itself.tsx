import { useTranslation } from 'react-i18next'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { useTerms } from '@/domain/use-terms.ts'
import { useNow } from '@/lib/use-now.ts'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { endingOf } from './ending.ts'
import styles from './orders.module.css'

/** When an order that is not acted on ends by itself, and how. */
export function EndsItself({ order, side }: { order: Order; side: OrderSide }) {
  const { t } = useTranslation('orders')
  const ending = endingOf(order, useTerms(), useNow())
  if (!ending) return null
  const { words } = ending
  return (
    <p className={ending.isLate ? styles.asked : primitives.quiet}>
      {words === 'work_ends' || words === 'late_ends' ? t(words, { context: side }) : t(words)}{' '}
      <TimeText value={ending.at} show="full" />
    </p>
  )
}
