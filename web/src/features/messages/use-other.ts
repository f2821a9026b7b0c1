import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { memberQuery } from '@/domain/members/members.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { inboxQuery } from './queries.ts'
import type { OtherMember } from './thread-head.tsx'

/**
 * The other member of a conversation, from two sources: former members are only in the inbox, and members without a
 * conversation are only in the table `members`.
 */
export function useOther(otherId: string): OtherMember {
  const { t } = useTranslation()
  const {
    data: member,
    isPending,
    isLoading,
    isSuccess,
  } = useQuery({ ...memberQuery(otherId), meta: { silent: true } })
  const inboxed = useInfiniteQuery(inboxQuery())
  const listed = inboxed.data?.pages.flat().find((each) => each.other_id === otherId)
  // An older conversation may not be on the loaded pages of the inbox, so it is requested by itself.
  const alone = useInfiniteQuery({
    ...inboxQuery({ with_id: otherId }),
    enabled: inboxed.isSuccess && !listed,
  })
  const entry = listed ?? alone.data?.pages[0]?.[0]
  const name = member?.display_name ?? entry?.other_name
  return {
    id: otherId,
    name: name ?? t('unknown'),
    isNamed: name !== undefined || !(isPending || inboxed.isPending || alone.isLoading),
    isBeingRead: isLoading || inboxed.isLoading || alone.isLoading,
    image: member?.profile_image ?? entry?.other_image ?? null,
    role: member?.role ?? entry?.other_role ?? null,
    isVerified: member?.is_verified ?? false,
    isMember: Boolean(member),
    isLookedUp: isSuccess,
    blocked: entry?.blocked ?? false,
    blockedByMe: entry?.blocked_by_me ?? false,
  }
}
