import { expect, test } from 'vitest'
import states from '@/locales/en/order-states.json'
import { giveWords } from '@/ui/testing.tsx'
import type { ListedOrder } from '../queries.ts'
import { orderRows } from './orders-file.ts'

giveWords({ 'order-states': states })

test('a line of the orders file has the state as text, and the sum of the side for which it is saved', () => {
  const order = {
    number: 'K-1',
    created_at: 'then',
    pack_title: 'Thread',
    other: { display_name: 'Ann' },
    status: 'delivered',
    due_at: null,
    currency: 'USD',
    price_minor: 10_000,
    buyer_fee_minor: 500,
  } as unknown as ListedOrder
  const [head, line] = orderRows([order], 'brand')
  expect(line).toHaveLength(head?.length ?? 0)
  expect(line).toEqual([
    'K-1',
    'then',
    'Thread',
    'Ann',
    states.delivered_name,
    null,
    'USD',
    '100.00',
    '105.00',
  ])
  expect(orderRows([order], 'kol')[1]?.at(-1)).toBe('100.00')
})
