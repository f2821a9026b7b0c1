import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { supabase } from '@/lib/api/supabase.ts'
import { appliedQuery } from './queries.ts'

afterEach(() => void vi.restoreAllMocks())

/** Answers a request for the applications of some creators as if each of them had applied. */
function request(): never {
  const asked: object = {
    select: () => asked,
    eq: () => asked,
    neq: () => asked,
    in: (_column: string, ids: string[]) =>
      // More than 100 ids would make the address too long.
      Promise.resolve({ data: ids.slice(0, 100).map((kol_id) => ({ kol_id })), error: null }),
  }
  return asked as never
}

test('appliedQuery finds all 230 applicants, although one request returns at most 100', async () => {
  vi.spyOn(supabase, 'from').mockImplementation(request)
  const ids = Array.from({ length: 230 }, (_none, at) => `c${at}`)
  expect(await new QueryClient().fetchQuery(appliedQuery('a', ids))).toEqual(ids)
})
