import { expect, test } from 'vitest'
import type { Order } from '@/domain/orders/order-query.ts'
import orders from '@/locales/en/orders.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import type { Delivery } from '../queries.ts'
import { DeliveryName } from './delivery-name.tsx'
import { milestonesQuery } from './queries.ts'

giveWords({ orders })

test.each([
  ['m2', '<h3>Delivery 3 · <bdi>Thread</bdi></h3>'],
  [null, '<h3>Delivery 3</h3>'],
])('the name of a delivery for the milestone %s is %s', (milestone_id, words) => {
  const order = { id: 'o', milestone_count: 2, released_minor: 0, status: 'delivered' } as Order
  const delivery = { milestone_id, is_draft: false } as Delivery
  const milestones = [
    { id: 'm1', title: 'Teaser' },
    { id: 'm2', title: 'Thread' },
  ]
  const name = (
    <h3>
      <DeliveryName order={order} delivery={delivery} number={3} />
    </h3>
  )
  expect(htmlOf(name, [milestonesQuery(order), milestones])).toContain(words)
})
