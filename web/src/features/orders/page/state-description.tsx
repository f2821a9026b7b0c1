import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { isOnChain } from '@/domain/money/on-chain.ts'
import { formatMoney } from '@/domain/money/money.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { isFinal, type OrderSide } from '@/domain/orders/orders.ts'
import { isChargedBack, orderEventsQuery, settlementPreviewQuery } from '../queries.ts'
import { stateTexts } from './state-texts.ts'
import { suspendedStepOf } from './suspended-step.ts'
import { useIsOtherSuspended } from './use-other-suspended.ts'
import { useSpokenSides } from './use-spoken-sides.ts'

interface Props {
  order: Order
  side: OrderSide
  otherName: string
}

/** Explains the state of the order to the reader, what a suspension blocks, or what has happened to the money since. */
export function StateDescription({ order, side, otherName }: Props) {
  const { t, i18n } = useTranslation(['orders', 'order-states'])
  const { profile } = useProfile()
  const { data: events = [] } = useQuery(orderEventsQuery(order.id))
  const { data: money } = useQuery({
    ...settlementPreviewQuery(order.id),
    enabled: isFinal(order.status),
  })
  const lost = -(money?.later_minor ?? 0)
  const waiting = money?.disputed_minor ?? 0
  const context = isOnChain(order.currency) ? 'chain' : undefined
  const amount = formatMoney(waiting || Math.abs(lost), order.currency, i18n.language)
  const [title, text] = stateTexts(order, side, {
    isChargedBack: events.some(isChargedBack),
    isUnpaid: events.some(
      ({ from_status, to_status }) =>
        from_status === 'pending_payment' && to_status === 'cancelled',
    ),
    lostMinor: lost,
    waitingMinor: waiting,
    hasSpoken: useSpokenSides(order)?.includes(side) ?? false,
    hasTold: useSpokenSides(order, true)?.includes(side) ?? false,
    suspension: suspendedStepOf(order.status, side, {
      me: profile.suspended_at !== null,
      other: useIsOtherSuspended(order, side),
    }),
  })
  return (
    <>
      <h2 id="next-step" tabIndex={-1}>
        {t(title, { name: otherName })}
      </h2>
      <p>{t(text, { name: otherName, amount, currency: order.currency, context })}</p>
    </>
  )
}
