import { expect, test } from 'vitest'
import { fetchPages } from './export-pages.ts'

test('fetchPages joins the lists on all pages of an export', async () => {
  const pages = [
    {
      page: 1,
      more: true,
      exported_at: 'now',
      account: { email: 'a@b.example' },
      messages: [1, 2],
      packs: [1],
    },
    { page: 2, more: true, exported_at: 'later', messages: [3, 4], packs: [] },
    { page: 3, more: false, exported_at: 'later', messages: [5], packs: [] },
  ]
  const asked: number[] = []
  const whole = await fetchPages((page) => {
    asked.push(page)
    return Promise.resolve(pages[page - 1] ?? null)
  })
  expect(asked).toEqual([1, 2, 3])
  expect(whole).toEqual({
    exported_at: 'now',
    account: { email: 'a@b.example' },
    messages: [1, 2, 3, 4, 5],
    packs: [1],
  })
})
