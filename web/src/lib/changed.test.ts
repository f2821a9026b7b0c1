import { expect, test } from 'vitest'
import { changedFrom } from './changed.ts'

const start = { title: 'Launch', budget_minor: 20_000, currency: 'USD', filters: { tags: ['x'] } }

test('only changed fields are written, with the fields that they need to have a meaning', () => {
  const from = (values: object) =>
    changedFrom(start, { ...start, ...values }, ['budget_minor', 'currency'])
  expect(from({ title: 'Later' })).toEqual({ title: 'Later' })
  expect(from({ filters: {} })).toEqual({ filters: {} })
  expect(from({ budget_minor: 300 })).toEqual({ budget_minor: 300, currency: 'USD' })
  expect(from({ filters: { tags: ['x'] } })).toEqual({})
})
