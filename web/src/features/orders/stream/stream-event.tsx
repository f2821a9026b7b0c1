import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { LedgerEvent } from '@/domain/money/ledger.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'
import { totalOf } from '@/domain/orders/checkout.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import {
  isMilestoneMove,
  isPaymentMove,
  stageOf,
  type OrderStatus,
} from '@/domain/orders/orders.ts'
import { DeliveryContent } from '@/shared/orders/delivery-content.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { TimeText } from '@/ui/time-text.tsx'
import { DeliveryName } from '../milestones/delivery-name.tsx'
import { gainsAndLosses } from './stream-entries.ts'
import { hasNote, isChargedBack, type Delivery, type OrderEvent } from '../queries.ts'
import styles from './order-stream.module.css'

interface Props {
  order: Order
  names: { brand: string; kol: string }
  event: OrderEvent
  /** The delivery or draft that the creator submitted with this move. */
  delivery: Delivery | undefined
  number: number
  /** Entries of the reader's ledger that this move caused. */
  money: LedgerEvent[]
}

/** A move of the order, or another event of its history. */
export function StreamEvent({ order, names, event, delivery, number, money }: Props) {
  const { t } = useTranslation(['orders', 'order-states', 'common'])
  const actor = () => {
    if (event.actor_id === order.brand_id) return names.brand
    if (event.actor_id === order.kol_id) return names.kol
    return event.actor_id ? t('by_staff') : t('by_itself')
  }
  const title = () => {
    if (delivery) return <DeliveryName order={order} delivery={delivery} number={number} />
    if (isMilestoneMove(event)) return t('event_milestone')
    if (isChargedBack(event)) return t('event_charged_back')
    if (isPaymentMove(event) && stageOf(event.to_status as OrderStatus) === 'work')
      return t('event_paid_started')
    return t(
      event.kind === 'move'
        ? `order-states:${event.to_status as OrderStatus}_event`
        : `event_${event.kind}`,
    )
  }
  return (
    <div className={styles.event}>
      <div className={primitives.ends}>
        <strong>
          {title()}
          {event.category && ` · ${t(`common:ruling_category.${event.category}`)}`}
        </strong>
        {money.length > 0 && isPaymentMove(event) && (
          <MoneyText minor={totalOf(order)} currency={order.currency} />
        )}
        {gainsAndLosses(money).map(({ kind, amount_minor }) => (
          <MoneyText key={kind} minor={amount_minor} currency={order.currency} signed />
        ))}
      </div>
      <span className={primitives.quiet}>
        <bdi>{actor()}</bdi> · <TimeText value={event.created_at} show="full" />
      </span>
      {hasNote(event) && <MemberText text={event.note ?? ''} hasLinks className={styles.note} />}
      {delivery && <DeliveryContent delivery={delivery} />}
    </div>
  )
}
