import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import type { Delivery } from '../queries.ts'
import { milestonesQuery } from './queries.ts'

interface Props {
  order: Order
  delivery: Delivery
  number: number
}

/** Name of a delivery or draft: its number, and the milestone that it is for. */
export function DeliveryName({ order, delivery, number }: Props) {
  const { t } = useTranslation('orders')
  const { data: milestones = [] } = useQuery(milestonesQuery(order))
  const milestone = milestones.find(({ id }) => id === delivery.milestone_id)
  return (
    <>
      {t(delivery.is_draft ? 'draft' : 'delivery', { number })}
      {milestone && (
        <>
          {' · '}
          <bdi>{milestone.title}</bdi>
        </>
      )}
    </>
  )
}
