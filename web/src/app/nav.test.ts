import { expect, test } from 'vitest'
import { isCurrent, markedPath, navItems } from './nav.ts'

const order = { brand_id: 'bea', kol_id: 'kim' }

test.each([
  ['staff who open an order of other members', order, { id: 'sam', is_staff: true }, 'staff'],
  ['staff who may not read the order', null, { id: 'sam', is_staff: true }, 'staff'],
  ['staff while the order is loading', undefined, { id: 'sam', is_staff: true }, 'orders'],
  ['staff who open their own order', order, { id: 'kim', is_staff: true }, 'orders'],
  ['a member whose order does not exist', null, { id: 'kim', is_staff: false }, 'orders'],
])(
  'for %s, the navigation marks either the staff section or the orders section',
  (_what, read, reader, marked) => {
    const path = markedPath('/dashboard/orders/K-ABCDE', read, reader)
    const current = navItems('kol', true).filter((item) => isCurrent(item, path))
    expect(current.map(({ name }) => name)).toEqual([marked])
  },
)
