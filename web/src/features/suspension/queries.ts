import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Tables } from '@/lib/database.types.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'

const REFRESH_MS = 60_000
const key = (profileId: string) => ['suspension', profileId]

/** The reader's own suspension; null for a moment while it begins or ends. */
export const ownSuspensionQuery = (profileId: string) =>
  queryOptions({
    queryKey: key(profileId),
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) =>
      unwrap(
        supabase
          .from('suspensions')
          .select('*')
          .eq('profile_id', profileId)
          .is('ended_at', null)
          .maybeSingle(),
        signal,
      ),
  })

export const useAppealSuspension = ({ id, profile_id: profileId }: Tables<'suspensions'>) =>
  useMutation({
    mutationFn: (reason: string) =>
      unwrap(supabase.rpc('appeal_suspension', { reason, suspension_id: id })),
    meta: { invalidates: [key(profileId)] },
  })
