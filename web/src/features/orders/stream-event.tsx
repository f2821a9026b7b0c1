import { useTranslation } from 'react-i18next'
import { MoneyText } from '@/domain/money/money-text.tsx'
import type { LedgerEvent } from '@/domain/money/ledger.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { isMilestoneMove, type OrderStatus } from '@/domain/orders/orders.ts'
import { textOr } from '@/lib/text.ts'
import { LinkedText } from '@/ui/linked-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { DeliveryItem } from './order-work.tsx'
import { hasWords, type Delivery, type OrderEvent } from './queries.ts'
import styles from './order-stream.module.css'

interface Props {
  order: Order
  names: { brand: string; kol: string }
  event: OrderEvent
  /** What the creator delivered or showed with this move, and its number. */
  delivery: Delivery | undefined
  number: number
}

/** A move of the order, or another event of its history. */
export function StreamEvent({ order, names, event, delivery, number }: Props) {
  const { t } = useTranslation('orders')
  const actor = () => {
    if (event.actor_id === order.brand_id) return names.brand
    if (event.actor_id === order.kol_id) return names.kol
    return event.actor_id ? t('by_staff') : t('by_itself')
  }
  const title = () => {
    if (isMilestoneMove(event)) return t('event_milestone')
    return t(
      event.kind === 'move' ? `event_${event.to_status as OrderStatus}` : `event_${event.kind}`,
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
      {delivery && <DeliveryItem delivery={delivery} number={number} />}
    </div>
  )
}

/** What a move of the order did to the reader's accounts. */
export function StreamMoney({ money }: { money: LedgerEvent }) {
  const { t } = useTranslation('payments')
  return (
    <div className={styles.event}>
      <strong>{textOr(`payments:event_${money.event}`, money.event)}</strong>
      <ul className={styles.parts}>
        {money.parts.map(({ kind, amount_minor }) => (
          <li key={kind}>
            <span className={primitives.quiet}>{t(`kind_${kind}`)}</span>{' '}
            <MoneyText minor={amount_minor} currency={money.currency} signed />
          </li>
        ))}
      </ul>
    </div>
  )
}
