import { expect, test } from 'vitest'
import { buyAgainPath } from './buy-again.ts'
import type { Order } from './order-query.ts'

const order = { id: 'o', status: 'completed', kol_id: 'k', pack_id: 'p' } as Order

test('only the brand of a finished order with a pack gets the path to buy it again', () => {
  expect(buyAgainPath(order, 'brand')).toBe('/dashboard/ordering/p?again=o')
  expect(buyAgainPath({ ...order, status: 'cancelled' }, 'brand')).not.toBeNull()
  expect(buyAgainPath({ ...order, status: 'delivered' }, 'brand')).toBeNull()
  expect(buyAgainPath({ ...order, pack_id: null }, 'brand')).toBeNull()
  expect(buyAgainPath(order, 'kol')).toBeNull()
})
