import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useProfile } from '@/domain/members/profile.tsx'
import { unwrap } from '@/lib/errors.ts'
import { useTableChanges } from '@/lib/realtime.ts'
import { supabase } from '@/lib/supabase.ts'

/** Under `messages`, so that whoever invalidates the messages invalidates this count with them. */
const UNREAD_KEY = ['messages', 'unread-count'] as const

export function useUnreadMessages(): number {
  const { profile } = useProfile()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: UNREAD_KEY })
  useTableChanges(
    { table: 'messages', filter: `receiver_id=eq.${profile.id}`, onResume: refresh },
    refresh,
  )
  const query = useQuery({
    queryKey: UNREAD_KEY,
    meta: { silent: true },
    queryFn: () => unwrap(supabase.rpc('unread_count')),
  })
  return query.data ?? 0
}
