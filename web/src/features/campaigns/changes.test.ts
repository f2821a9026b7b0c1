import { expect, test } from 'vitest'
import { changesOf } from './queries.ts'

const start = {
  title: 'Launch',
  body: 'Tell it.',
  links: [],
  files: [],
  budget_minor: 20_000,
  currency: 'USD',
  creators_sought: 1,
  deadline: '2026-12-24T23:59:59.000Z',
  filters: { platforms: ['x'] },
}

test('saving a draft writes only what was changed, and a budget with its currency', () => {
  expect(changesOf(start, { ...start, title: 'Later' })).toEqual({ title: 'Later' })
  expect(changesOf(start, { ...start, filters: {} })).toEqual({ filters: {} })
  expect(changesOf(start, { ...start, budget_minor: 300 })).toEqual({
    budget_minor: 300,
    currency: 'USD',
  })
  expect(changesOf(start, start)).toEqual({})
})
