import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderStatus } from '@/domain/orders/orders.ts'
import { LinkedText } from '@/ui/linked-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { hasWords, isMilestone, orderEventsQuery, type OrderEvent } from './queries.ts'
import styles from './orders.module.css'

interface Props {
  order: Order
  names: { brand: string; kol: string }
}

export function OrderTimeline({ order, names }: Props) {
  const { t } = useTranslation(['orders', 'common'])
  const query = useQuery(orderEventsQuery(order.id))
  const actor = (event: OrderEvent) => {
    if (event.actor_id === order.brand_id) return names.brand
    if (event.actor_id === order.kol_id) return names.kol
    return event.actor_id ? t('by_staff') : t('by_itself')
  }
  const title = (event: OrderEvent) => {
    if (isMilestone(event)) return t('event_milestone')
    return t(
      event.kind === 'move' ? `event_${event.to_status as OrderStatus}` : `event_${event.kind}`,
    )
  }
  return (
    <SectionCard title={t('timeline')}>
      <QueryView bare query={query} skeleton={<ListSkeleton rows={3} />}>
        {(events) => (
          <ol className={styles.timeline}>
            {events.map((event, index) => (
              <li key={event.id} data-last={index === events.length - 1 || undefined}>
                <strong>{title(event)}</strong>
                <span className={primitives.quiet}>
                  {actor(event)} · <TimeText value={event.created_at} show="full" />
                </span>
                {hasWords(event) && (
                  <p className={styles.note}>
                    <LinkedText text={event.note ?? ''} />
                  </p>
                )}
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </SectionCard>
  )
}
