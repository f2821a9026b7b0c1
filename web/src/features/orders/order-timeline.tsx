import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderStatus } from '@/domain/orders/orders.ts'
import { QueryView } from '@/ui/query-view.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { TimeText } from '@/ui/time-text.tsx'
import { orderEventsQuery, type OrderEvent } from './queries.ts'
import styles from './orders.module.css'

/** Notes of the database's own; those of people have an actor. */
const CLOCK_TITLES = {
  'clock stopped': 'event_clock_stopped',
  'clock started': 'event_clock_started',
} as const

/** The title of an event that is no move, unless a person wrote it. */
function titleOf({ from_status, to_status, actor_id, note }: OrderEvent) {
  if (from_status !== to_status || !note) return undefined
  if (note === 'review extended') return 'event_extended' as const
  return actor_id === null ? CLOCK_TITLES[note as keyof typeof CLOCK_TITLES] : undefined
}

/** What was delivered stands above with its links. */
const hasWords = (event: OrderEvent) =>
  Boolean(event.note) && event.to_status !== 'delivered' && !titleOf(event)

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
    if (event.from_status !== event.to_status) return t(`event_${event.to_status as OrderStatus}`)
    const known = titleOf(event)
    if (known) return t(known)
    return event.to_status === 'in_progress' ? t('event_cancel_asked') : t('event_note')
  }
  return (
    <SectionCard title={t('timeline')}>
      <QueryView bare query={query} skeleton={<ListSkeleton rows={3} />}>
        {(events) => (
          <ol className={styles.timeline}>
            {events.map((event, index) => (
              <li key={event.id} data-last={index === events.length - 1 || undefined}>
                <strong>{title(event)}</strong>
                <span className={styles.quiet}>
                  {actor(event)} · <TimeText value={event.created_at} show="full" />
                </span>
                {hasWords(event) && <p className={styles.note}>{event.note}</p>}
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </SectionCard>
  )
}
