import { expect, test, vi } from 'vitest'
import { i18n } from '@/lib/i18n/i18n.ts'
import { toast } from '@/lib/toast.ts'
import { everyRow } from './every-row.ts'

vi.mock('@/lib/toast.ts', () => ({ toast: { warning: vi.fn<() => void>() } }))

const fetchPage = (after: number | null) => {
  const start = after ?? 0
  return Promise.resolve({ rows: [start, start + 1], next: start < 4 ? start + 2 : null })
}

test('everyRow reads all pages of a list, and shows a toast if it stops at the limit', async () => {
  vi.spyOn(i18n, 't').mockReturnValue('cut' as never)
  expect(await everyRow(fetchPage)).toEqual([0, 1, 2, 3, 4, 5])
  expect(await everyRow(fetchPage, 6)).toHaveLength(6)
  expect(toast.warning).not.toHaveBeenCalled()
  expect(await everyRow(fetchPage, 4)).toEqual([0, 1, 2, 3])
  expect(toast.warning).toHaveBeenCalledOnce()
})
