import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { DeliveryContent } from '@/shared/orders/delivery-content.tsx'
import type { Order } from '@/domain/orders/order-query.ts'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { deliveriesQuery } from '../queries.ts'
import { judgedOf } from './order-view.ts'
import styles from '../orders.module.css'

/** The delivery or draft that the brand judges now: what it presses about stands above its buttons. */
export function JudgedWork({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const { data: deliveries = [] } = useQuery(deliveriesQuery(order.id))
  const judged = judgedOf(order, deliveries)
  if (!judged) return null
  const { delivery, number } = judged
  return (
    <article className={styles.judged}>
      <header className={primitives.ends}>
        <h3>{t(delivery.is_draft ? 'draft' : 'delivery', { number })}</h3>
        <TimeText value={delivery.created_at} className={primitives.quiet} />
      </header>
      <DeliveryContent delivery={delivery} />
    </article>
  )
}
