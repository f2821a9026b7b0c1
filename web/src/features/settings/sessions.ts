import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Database } from '@/lib/database.types.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { toast } from '@/lib/toast.ts'
import { asking, loadAuth, read, supabase, unwrap } from '@/lib/api/supabase.ts'

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    staleTime: 0,
    queryFn: asking(() => read('my_sessions')),
  })

export type SignIn = Database['public']['Functions']['my_sessions']['Returns'][number]

/** Ends one session. The toast is shown here, because the row with the button has disappeared by then. */
export function useEndSession() {
  const { t } = useTranslation('security')
  return useMutation({
    mutationFn: (id: string) => unwrap(supabase.rpc('end_session', { session_id: id })),
    onSuccess: () => toast.success(t('sessions.ended')),
    meta: { invalidates: [sessionsQuery().queryKey] },
  })
}

export const useEndOtherSessions = () =>
  useMutation({
    async mutationFn() {
      const { error } = await (await loadAuth()).signOut({ scope: 'others' })
      if (error) throw error
    },
    meta: { invalidates: [sessionsQuery().queryKey] },
  })
