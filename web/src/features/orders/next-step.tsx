import { Button } from '@mantine/core'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/domain/members/profile.tsx'
import type { Order } from '@/domain/orders/order-query.ts'
import { isFinal, type OrderSide } from '@/domain/orders/orders.ts'
import { useNow } from '@/lib/use-now.ts'
import { TimeText } from '@/ui/time-text.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { actionsOf, OPEN_TO_SUSPENDED, type OrderAction } from './order-actions.ts'
import { factsOf, offerTo } from './order-view.ts'
import type { Proposal, Review } from './queries.ts'
import { StandingClock } from './standing-clock.tsx'
import styles from './orders.module.css'

const MAIN: readonly OrderAction[] = [
  'pay',
  'accept',
  'deliver',
  'complete',
  'agree_cancel',
  'accept_settlement',
  'review',
]
const SERIOUS: readonly OrderAction[] = ['decline', 'cancel', 'request_cancel', 'dispute']

interface Props {
  order: Order
  side: OrderSide
  otherName: string
  proposals: Proposal[]
  reviews: Review[]
}

/** What this state means for the reader, until when, and what can be done. */
export function NextStep({ order, side, otherName, proposals, reviews }: Props) {
  const { t } = useTranslation('orders')
  const [action, setAction] = useState<OrderAction | null>(null)
  const facts = factsOf(order, side, proposals, reviews)
  const { profile } = useProfile()
  const actions = actionsOf(facts, useNow()).filter(
    (each) => !profile.suspended_at || OPEN_TO_SUSPENDED.includes(each),
  )
  const waitsForAnswer = facts.cancelRequestedBy !== null && order.status === 'in_progress'
  const variant = (each: OrderAction, index: number) =>
    SERIOUS.includes(each) ? 'subtle' : MAIN.includes(each) && index === 0 ? 'filled' : 'default'
  return (
    <section className={styles.next} aria-labelledby="next-step">
      <h2 id="next-step">{t(`state_${side}_${order.status}_title`, { name: otherName })}</h2>
      <p>{t(`state_${side}_${order.status}`, { name: otherName })}</p>
      {waitsForAnswer && (
        <p className={styles.asked}>
          {t(facts.cancelRequestedBy === side ? 'cancel_asked_by_me' : 'cancel_asked_by_other', {
            name: otherName,
          })}
        </p>
      )}
      {order.due_at && !isFinal(order.status) && order.status !== 'disputed' && (
        <p className={styles.due}>
          <Clock size={15} aria-hidden />
          {t(`clock_${order.status}`)} <TimeText value={order.due_at} />
          <span className={styles.quiet}>
            (<TimeText value={order.due_at} show="full" />)
          </span>
        </p>
      )}
      <StandingClock order={order} />
      {actions.length > 0 && (
        <div className={styles.actions}>
          {actions.map((each, index) => (
            <Button
              key={each}
              variant={variant(each, index)}
              color={SERIOUS.includes(each) ? 'red' : undefined}
              onClick={() => setAction(each)}
            >
              {t(each)}
            </Button>
          ))}
        </div>
      )}
      <ActionDialog
        order={order}
        side={side}
        otherName={otherName}
        offer={offerTo(order, side, proposals)?.creator_share_minor ?? null}
        action={action}
        onClose={() => setAction(null)}
      />
    </section>
  )
}
