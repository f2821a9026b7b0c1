import { afterEach, expect, test, vi } from 'vitest'
import { supabase } from '@/lib/api/supabase.ts'
import { changeSearch } from './queries.ts'

const stored = { name: 'Turkish DeFi', filters: { platforms: ['x'], verified: true } }

afterEach(() => void vi.restoreAllMocks())

test('changeSearch merges a change into the stored search, so that other values of another device are kept', async () => {
  const update = vi.fn<(row: object) => object>()
  const single = async () => ({ data: stored, error: null })
  const search: object = { eq: () => search, select: () => search, single, update }
  update.mockReturnValue(search)
  vi.spyOn(supabase, 'from').mockReturnValue(search as never)
  await changeSearch({ id: 's', filters: { emailNotifications: true } })
  expect(update).toHaveBeenLastCalledWith({
    name: 'Turkish DeFi',
    filters: { platforms: ['x'], verified: true, emailNotifications: true },
  })
  await changeSearch({ id: 's', name: 'DeFi', filters: { verified: undefined } })
  expect(update).toHaveBeenLastCalledWith({ name: 'DeFi', filters: { platforms: ['x'] } })
})
