import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { unwrap } from '@/lib/api/errors.ts'
import { supabase } from '@/lib/api/supabase.ts'
import type { Profile } from './queries.ts'

/** How often lists are looked at again that other people add to. */
export const REFRESH_MS = 20_000

/** The profiles that wait for approval, which staff see first. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: [...keyRoots.staff, 'waiting'],
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) =>
      (await unwrap(supabase.rpc('waiting_profiles').abortSignal(signal))) as Profile[],
  })
