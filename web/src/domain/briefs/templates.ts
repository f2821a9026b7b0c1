// Templates from which a brand starts its briefs: chosen in an order, managed in the settings.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { asking, supabase, unwrap } from '@/lib/api/supabase.ts'

export type BriefTemplate = Tables<'brief_templates'>

/** The reader's own templates, because of row-level security. */
export const briefTemplatesQuery = () =>
  queryOptions({
    queryKey: keyRoots.briefTemplates,
    queryFn: asking<BriefTemplate[]>(() =>
      supabase.from('brief_templates').select('*').order('name'),
    ),
  })

type Texts = Pick<BriefTemplate, 'name' | 'message' | 'goal' | 'dos' | 'donts' | 'links'>

/** Updates the template if its id exists; otherwise creates it. */
export const useSaveTemplate = () =>
  useMutation({
    mutationFn: async ({ id, ...texts }: Texts & { id: string | null }) => {
      const table = supabase.from('brief_templates')
      const { error } = await (id === null
        ? table.insert(texts)
        : table.update(texts).eq('id', id).select('id').single())
      if (error) throw error
    },
    meta: { invalidates: [keyRoots.briefTemplates] },
  })

export function useDeleteTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrap(supabase.from('brief_templates').delete().eq('id', id)),
    onSuccess: (_none, id) =>
      client.setQueryData(briefTemplatesQuery().queryKey, (list) =>
        list?.filter((template) => template.id !== id),
      ),
  })
}
