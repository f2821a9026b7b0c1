import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keptPage, lastOfFull } from './keyset.ts'

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: from + index }))

test('the first page of a list is smaller than the others, and a page that is not full is the last one', () => {
  const next = lastOfFull<{ id: number }>(20)
  expect(next(rows(0, 20), [rows(0, 20)])).toEqual({ id: 19 })
  expect(next(rows(0, 19), [rows(0, 19)])).toBeNull()
  expect(next(rows(20, 200), [rows(0, 20), rows(20, 200)])).toEqual({ id: 219 })
  expect(next(rows(20, 199), [rows(0, 20), rows(20, 199)])).toBeNull()
})

test('a refresh of a long list loads only its first rows again and keeps the cached pages after them', () => {
  const client = new QueryClient()
  const pages = [rows(0, 200), rows(200, 100), rows(300, 50)]
  client.setQueryData(['list'], { pages, pageParams: [] })
  const kept = (after: number | null, size = 100) =>
    keptPage(client, ['list'], after === null ? null : { id: after }, size)
  expect(kept(null)).toBeNull()
  expect(kept(99)).toBeNull()
  // A new row has moved the pages by one.
  expect(kept(201)).toEqual(rows(202, 100))
  // Fewer rows than a whole page are cached after this one.
  expect(kept(299)).toBeNull()
  expect(kept(349)).toBeNull()
  expect(kept(1_000)).toBeNull()
})
