import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { isMilestoneMove, type OrderSide } from '@/domain/orders/orders.ts'
import { QuotedText } from '@/ui/member-text.tsx'
import { hasNote, orderEventsQuery } from '../queries.ts'
import styles from '../orders.module.css'

interface Props {
  order: Order
  side: OrderSide
  otherName: string
}

/** The text that was written with the last move, such as the requested changes or the reason of a dispute. */
export function StateNote({ order, side, otherName }: Props) {
  const { t } = useTranslation(['orders', 'common'])
  const { data: events = [] } = useQuery(orderEventsQuery(order.id))
  const led = events.findLast(
    ({ kind, to_status }) => kind === 'move' && to_status === order.status,
  )
  if (!led || !hasNote(led) || isMilestoneMove(led)) return null
  const isMine = led.actor_id === (side === 'kol' ? order.kol_id : order.brand_id)
  const isOther = led.actor_id === (side === 'kol' ? order.brand_id : order.kol_id)
  const name = isOther ? otherName : t('by_staff')
  return (
    <figure className={styles.stateNote}>
      <figcaption>
        {isMine ? t('you_wrote') : t('wrote', { name })}
        {led.category && ` · ${t(`common:ruling_category.${led.category}`)}`}
      </figcaption>
      <QuotedText text={led.note ?? ''} hasLinks />
    </figure>
  )
}
