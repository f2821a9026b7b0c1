import { expect, test } from 'vitest'
import { withoutIds } from './analytics.ts'

test('the path of a counted page view contains no ids', () => {
  expect(withoutIds('/dashboard/orders/0b0d4a52-6f5f-4c1b-9f0e-4a5f7f0f9f11')).toBe(
    '/dashboard/orders/:id',
  )
  expect(withoutIds('/pricing')).toBe('/pricing')
})
