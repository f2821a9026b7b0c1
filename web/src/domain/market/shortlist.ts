// The creators whom a brand keeps in mind: shown on cards, profiles and a page of their own.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import type { Tables } from '@/lib/database.types.ts'
import { tokenOf, unwrap } from '@/lib/api/errors.ts'
import { supabase } from '@/lib/api/supabase.ts'

export type Shortlisted = Pick<Tables<'shortlist'>, 'creator_id' | 'note' | 'created_at'>

export const NOTE_MAX = LIMITS.shortlist_note_length.max

/** Row-level security leaves only one's own; the newest first. */
export const shortlistQuery = () =>
  queryOptions({
    queryKey: keyRoots.shortlist,
    queryFn: ({ signal }): Promise<Shortlisted[]> =>
      unwrap(
        supabase
          .from('shortlist')
          .select('creator_id, note, created_at')
          .order('created_at', { ascending: false })
          .abortSignal(signal),
      ),
  })

type Change = { creatorId: string; listed: boolean }

/** Puts a creator on the list, or takes them off together with the note. */
export function useShortlist() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ creatorId, listed }: Change) => {
      const table = supabase.from('shortlist')
      const { error } = await (listed
        ? table.insert({ creator_id: creatorId })
        : table.delete().eq('creator_id', creatorId))
      if (error && tokenOf(error) !== 'shortlist_pkey') throw error
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyRoots.shortlist }),
  })
}

export function useSaveNote() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ creatorId, note }: { creatorId: string; note: string }) => {
      const { error } = await supabase
        .from('shortlist')
        .update({ note })
        .eq('creator_id', creatorId)
      if (error) throw error
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keyRoots.shortlist }),
  })
}
