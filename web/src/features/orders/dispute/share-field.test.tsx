import { expect, test } from 'vitest'
import type { Order } from '@/domain/orders/order-query.ts'
import orders from '@/locales/en/orders.json'
import { giveWords, htmlOf } from '@/ui/testing.tsx'
import { ShareField } from './share-field.tsx'

giveWords({ orders })

test('the field for a share shows how much of it accepted milestones have already paid', () => {
  const htmlWith = (released_minor: number) => {
    const order = { id: 'o', currency: 'USD', price_minor: 30_000, released_minor } as Order
    return htmlOf(<ShareField order={order} side="brand" typed="" hint="Optional." />)
  }
  expect(htmlWith(10_000)).toContain('$100.00 of it is paid for accepted milestones')
  expect(htmlWith(10_000)).toContain('Optional.')
  expect(htmlWith(0)).not.toContain('of it is paid')
})
