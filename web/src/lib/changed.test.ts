import { expect, test } from 'vitest'
import { changedFrom } from './changed.ts'

const start = { title: 'Launch', budget_minor: 20_000, currency: 'USD', filters: { tags: ['x'] } }

test('changedFrom returns only changed fields, and the currency together with a changed budget', () => {
  const from = (values: object) =>
    changedFrom(start, { ...start, ...values }, ['budget_minor', 'currency'])
  expect(from({ title: 'Later' })).toEqual({ title: 'Later' })
  expect(from({ filters: {} })).toEqual({ filters: {} })
  expect(from({ budget_minor: 300 })).toEqual({ budget_minor: 300, currency: 'USD' })
  expect(from({ filters: { tags: ['x'] } })).toEqual({})
})
