import { expect, test } from 'vitest'
import { isCurrent, markedPath, navItems } from './nav.ts'

const order = { brand_id: 'bea', kol_id: 'kim' }

test.each([
  ['of others', order, { id: 'sam', is_staff: true }, 'staff'],
  ['of others that is not opened', null, { id: 'sam', is_staff: true }, 'staff'],
  ['that is loading', undefined, { id: 'sam', is_staff: true }, 'orders'],
  ['of their own', order, { id: 'kim', is_staff: true }, 'orders'],
  ['that is not there', null, { id: 'kim', is_staff: false }, 'orders'],
])('the page of an order %s is marked in the navigation', (_what, read, reader, marked) => {
  const path = markedPath('/dashboard/orders/K-ABCDE', read, reader)
  const current = navItems('kol', true).filter((item) => isCurrent(item, path))
  expect(current.map(({ name }) => name)).toEqual([marked])
})
