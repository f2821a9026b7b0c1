import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemberChanges } from '@/shared/members/member-changes.ts'
import { unwrap } from '@/lib/api/errors.ts'
import { reload } from '@/lib/api/reload.ts'
import { read } from '@/lib/api/supabase.ts'

/** Under `messages`, so that whoever invalidates the messages invalidates this count with them. */
const UNREAD_KEY = ['messages', 'unread-count'] as const

export function useUnreadMessages(): number {
  const client = useQueryClient()
  useMemberChanges('messages', () => void reload(client, UNREAD_KEY))
  const query = useQuery({
    queryKey: UNREAD_KEY,
    meta: { silent: true },
    queryFn: () => unwrap(read('unread_count')),
  })
  return query.data ?? 0
}
