// The creators whom a brand has shortlisted: shown on cards, on profiles and on a page of their own.
import { queryOptions, useMutation } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import type { Tables } from '@/lib/database.types.ts'
import { tokenOf } from '@/lib/api/errors.ts'
import { asking, supabase, unwrap } from '@/lib/api/supabase.ts'

export type Shortlisted = Pick<Tables<'shortlist'>, 'creator_id' | 'note' | 'list' | 'created_at'>

export const NOTE_MAX = LIMITS.shortlist_note_length.max
export const LIST_NAME_MAX = LIMITS.shortlist_list_length.max

/** The names of the lists that contain at least one creator. */
export const listsOf = (entries: readonly Shortlisted[]): string[] =>
  [...new Set(entries.map(({ list }) => list))]
    .filter((list) => list !== '')
    .toSorted((a, b) => a.localeCompare(b))

/** The reader's own entries, because of row-level security; the newest first. */
export const shortlistQuery = () =>
  queryOptions({
    queryKey: keyRoots.shortlist,
    queryFn: asking<Shortlisted[]>(() =>
      supabase
        .from('shortlist')
        .select('creator_id, note, list, created_at')
        .order('created_at', { ascending: false }),
    ),
  })

type Change = { creatorId: string; listed: boolean; list?: string }

/** Adds a creator to the shortlist, or removes the creator together with the note. */
export const useShortlist = () =>
  useMutation({
    mutationFn: async ({ creatorId, listed, list = '' }: Change) => {
      const table = supabase.from('shortlist')
      const { error } = await (listed
        ? table.insert({ creator_id: creatorId, list })
        : table.delete().eq('creator_id', creatorId))
      if (error && tokenOf(error) !== 'shortlist_pkey') throw error
    },
    meta: { invalidates: [keyRoots.shortlist] },
  })

/** A change of one entry, or of all entries of a list. */
type Edit = {
  of: { creator_id: string } | { list: string }
  to: Partial<Pick<Shortlisted, 'note' | 'list'>>
}

export const useEditShortlist = () =>
  useMutation({
    mutationFn: async ({ of, to }: Edit) => {
      const changed = supabase.from('shortlist').update(to).match(of).select('creator_id')
      await ('list' in of ? unwrap(changed) : unwrap(changed.single()))
    },
    meta: { invalidates: [keyRoots.shortlist] },
  })
