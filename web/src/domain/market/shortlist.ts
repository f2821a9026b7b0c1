// The creators whom a brand keeps in mind: shown on cards, profiles and a page of their own.
import { queryOptions, useMutation } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import type { Tables } from '@/lib/database.types.ts'
import { tokenOf } from '@/lib/api/errors.ts'
import { asking, supabase, unwrap } from '@/lib/api/supabase.ts'

export type Shortlisted = Pick<Tables<'shortlist'>, 'creator_id' | 'note' | 'list' | 'created_at'>

export const NOTE_MAX = LIMITS.shortlist_note_length.max
export const LIST_NAME_MAX = LIMITS.shortlist_list_length.max

/** The named lists, each of which has a creator. */
export const listsOf = (entries: readonly Shortlisted[]): string[] =>
  [...new Set(entries.map(({ list }) => list))]
    .filter((list) => list !== '')
    .toSorted((a, b) => a.localeCompare(b))

/** Row-level security leaves only one's own; the newest first. */
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

/** Puts a creator on the shortlist, or takes them off together with the note. */
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

/** Changes one entry, or all of a list. */
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
