import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/shared/members/profile.tsx'
import type { Order } from '@/domain/orders/order-query.ts'
import { isPaymentDisputed, type OrderSide } from '@/domain/orders/orders.ts'
import { termsOf } from '@/domain/orders/promise.ts'
import { isChargedBack, orderEventsQuery } from '../queries.ts'
import { suspensionOf } from './suspended-step.ts'
import { useIsOtherSuspended } from './use-other-suspended.ts'

interface Props {
  order: Order
  side: OrderSide
  otherName: string
}

/** Explains the state to the reader, or what a suspension blocks. */
export function StateDescription({ order, side, otherName }: Props) {
  const { t } = useTranslation(['orders', 'order-states'])
  const { profile } = useProfile()
  const { data: events = [] } = useQuery(orderEventsQuery(order.id))
  const suspension = suspensionOf(order.status, side, {
    me: profile.suspended_at !== null,
    other: useIsOtherSuspended(order, side),
  })
  const stage =
    order.status === 'in_progress' && termsOf(order.terms)?.needs_draft
      ? 'in_progress_draft'
      : order.status
  const [title, text] = isPaymentDisputed(order)
    ? (['payment_disputed_title', 'payment_disputed'] as const)
    : events.some(isChargedBack)
      ? (['charged_back_title', `charged_back_${side}`] as const)
      : suspension
        ? ([
            `suspended_${suspension.who}_title`,
            `suspended_${suspension.who}_${suspension.stage}`,
          ] as const)
        : ([`order-states:${stage}_${side}_title`, `order-states:${stage}_${side}_text`] as const)
  return (
    <>
      <h2 id="next-step">{t(title, { name: otherName })}</h2>
      <p>{t(text, { name: otherName })}</p>
    </>
  )
}
