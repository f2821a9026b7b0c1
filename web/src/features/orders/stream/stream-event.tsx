import { useTranslation } from 'react-i18next'
import type { LedgerEvent } from '@/domain/money/ledger.ts'
import { MoneyMoves } from '@/shared/money/money-moves.tsx'
import type { Order } from '@/domain/orders/order-query.ts'
import { isMilestoneMove, type OrderStatus } from '@/domain/orders/orders.ts'
import { textOr } from '@/lib/i18n/text.ts'
import { LinkedText } from '@/ui/linked-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { DeliveryItem } from '../page/order-work.tsx'
import { hasWords, isChargedBack, type Delivery, type OrderEvent } from '../queries.ts'
import styles from './order-stream.module.css'

interface Props {
  order: Order
  names: { brand: string; kol: string }
  event: OrderEvent
  /** Delivery or draft that the creator submitted with this move, and its number. */
  delivery: Delivery | undefined
  number: number
  /** Entries of the reader's ledger that this move caused. */
  money: LedgerEvent[]
}

/** A move of the order, or another event of its history. */
export function StreamEvent({ order, names, event, delivery, number, money }: Props) {
  const { t } = useTranslation(['orders', 'order-states'])
  const actor = () => {
    if (event.actor_id === order.brand_id) return names.brand
    if (event.actor_id === order.kol_id) return names.kol
    return event.actor_id ? t('by_staff') : t('by_itself')
  }
  const title = () => {
    if (isMilestoneMove(event)) return t('event_milestone')
    if (isChargedBack(event)) return t('event_charged_back')
    return t(
      event.kind === 'move'
        ? `order-states:${event.to_status as OrderStatus}_event`
        : `event_${event.kind}`,
    )
  }
  return (
    <div className={styles.event}>
      <strong>{title()}</strong>
      <span className={primitives.quiet}>
        {actor()} · <TimeText value={event.created_at} show="full" />
      </span>
      {hasWords(event) && (
        <p className={styles.note} dir="auto">
          <LinkedText text={event.note ?? ''} />
        </p>
      )}
      {money.map((each) => (
        <MoneyMoves key={each.transfer_id} event={each} />
      ))}
      {delivery && <DeliveryItem delivery={delivery} number={number} />}
    </div>
  )
}

/** Payment of the order in the reader's accounts. */
export function StreamMoney({ money }: { money: LedgerEvent }) {
  return (
    <div className={styles.event}>
      <strong>{textOr(`payments:event_${money.event}`, money.event)}</strong>
      <MoneyMoves event={money} />
    </div>
  )
}
