import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemberChanges } from '@/shared/members/member-changes.ts'
import { frameKeys } from '@/domain/query-keys.ts'
import { reload } from '@/lib/api/reload.ts'
import { read, unwrap } from '@/lib/api/supabase.ts'

export function useUnreadMessages(): number {
  const client = useQueryClient()
  useMemberChanges('messages', () => void reload(client, frameKeys.unreadMessages))
  const query = useQuery({
    queryKey: frameKeys.unreadMessages,
    meta: { silent: true, refresh: 'never' },
    queryFn: () => unwrap(read('unread_count')),
  })
  return query.data ?? 0
}
