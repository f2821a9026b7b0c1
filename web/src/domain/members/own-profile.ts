import { queryOptions } from '@tanstack/react-query'
import { PROFILE_RETRIES, PROFILE_STALE_MS } from '@/lib/constants.ts'
import { unwrap } from '@/lib/api/errors.ts'
import { retryUpTo } from '@/lib/api/query-client.ts'
import { read, supabase } from '@/lib/api/supabase.ts'

export const profileKeys = {
  all: ['profile'] as const,
  own: (userId: string) => ['profile', userId] as const,
  canTransact: (profileId: string) => ['profile', profileId, 'can-transact'] as const,
}

export function ownProfileQuery(userId: string) {
  return queryOptions({
    queryKey: profileKeys.own(userId),
    staleTime: PROFILE_STALE_MS,
    retry: retryUpTo(PROFILE_RETRIES),
    async queryFn() {
      const { data, error } = await supabase
        .from('profiles')
        .select('*')
        .eq('user_id', userId)
        .single()
      if (error) {
        console.error('Error fetching profile', error)
        throw error
      }
      return data
    },
  })
}

/** `canBuyOrSellOwnGig` where "no" and "not known yet" differ. */
export function canTransactQuery(profileId: string) {
  return queryOptions({
    queryKey: profileKeys.canTransact(profileId),
    meta: { silent: true },
    queryFn: () => unwrap(read('can_buy_or_sell_own_gig')),
  })
}
