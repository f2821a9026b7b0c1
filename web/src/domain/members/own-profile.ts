import { queryOptions } from '@tanstack/react-query'
import { frameKeys } from '@/domain/query-keys.ts'
import { PROFILE_RETRIES, PROFILE_STALE_MS } from '@/lib/constants.ts'
import type { Tables } from '@/lib/database.types.ts'
import { StatedError } from '@/lib/api/errors.ts'
import { seedQuery } from '@/lib/api/give.ts'
import { retryUpTo } from '@/lib/api/query-client.ts'
import { read, unwrap } from '@/lib/api/supabase.ts'

export const profileKeys = {
  all: ['profile'] as const,
  own: (userId: string) => ['profile', userId] as const,
  canTransact: (profileId: string) => ['profile', profileId, 'can-transact'] as const,
}

interface Frame {
  profile: Tables<'profiles'> | null
  can_trade: boolean
  unread_messages: number
  unread_notifications: number
  notifications: Tables<'notifications'>[]
}

/** The member's own profile together with the data in the frame of every page, in one request. */
export function ownProfileQuery(userId: string) {
  return queryOptions({
    queryKey: profileKeys.own(userId),
    staleTime: PROFILE_STALE_MS,
    retry: retryUpTo(PROFILE_RETRIES),
    async queryFn({ client }) {
      const askedAt = Date.now()
      const { data, error } = await read('my_frame')
      const frame = data as unknown as Frame | null
      if (error || !frame?.profile) {
        const reason = error ?? new StatedError('user_profile_not_found')
        console.error('Error fetching profile', reason)
        throw reason
      }
      seedQuery(client, profileKeys.canTransact(frame.profile.id), frame.can_trade, askedAt)
      seedQuery(client, frameKeys.unreadMessages, frame.unread_messages, askedAt)
      seedQuery(client, frameKeys.unreadNotifications, frame.unread_notifications, askedAt)
      seedQuery(client, frameKeys.notifications, frame.notifications, askedAt)
      return frame.profile
    },
  })
}

/** Whether the member may buy and sell. Unlike `canBuyOrSellOwnGig`, it tells "no" from "not known yet". */
export function canTransactQuery(profileId: string) {
  return queryOptions({
    queryKey: profileKeys.canTransact(profileId),
    meta: { silent: true, refresh: 'never' },
    queryFn: () => unwrap(read('can_buy_or_sell_own_gig')),
  })
}
