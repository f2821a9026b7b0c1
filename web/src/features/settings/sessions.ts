import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Database } from '@/lib/database.types.ts'
import { asking } from '@/lib/api/errors.ts'
import { loadAuth, read, supabase } from '@/lib/api/supabase.ts'

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    staleTime: 0,
    queryFn: asking(() => read('my_sessions')),
  })

export type SignIn = Database['public']['Functions']['my_sessions']['Returns'][number]

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    async mutationFn(id: string) {
      const { error } = await supabase.rpc('end_session', { session_id: id })
      if (error) throw error
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  })
}

export function useEndOtherSessions() {
  const client = useQueryClient()
  return useMutation({
    async mutationFn() {
      const { error } = await (await loadAuth()).signOut({ scope: 'others' })
      if (error) throw error
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery().queryKey }),
  })
}
