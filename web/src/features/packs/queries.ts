import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables, TablesInsert } from '@/lib/database.types.ts'
import { changedFrom } from '@/lib/changed.ts'
import { asking, supabase, unwrap } from '@/lib/api/supabase.ts'
import { writeOnce } from '@/lib/api/write-once.ts'
import { toast } from '@/lib/toast.ts'

/** Columns that are saved together, because prices mean nothing without their currency. */
const PRICED = ['price_minor', 'currency', 'tiers', 'extras'] as const

export type Pack = Tables<'packs'>
type NewPack = TablesInsert<'packs'> & { id: string }

export function ownPacksQuery(profileId: string) {
  return queryOptions({
    queryKey: [...keyRoots.packs, 'own', profileId],
    queryFn: asking(() =>
      supabase
        .from('packs')
        .select('*')
        .eq('kol_id', profileId)
        .order('created_at', { ascending: false }),
    ),
  })
}

export function useSavePack() {
  const { t } = useTranslation('packs')
  return useMutation({
    async mutationFn({ pack, start }: { pack: NewPack; start: Partial<NewPack> | null }) {
      const { id, kol_id: _owner, ...columns } = pack
      const change = (changes: Partial<NewPack>) =>
        unwrap(supabase.from('packs').update(changes).eq('id', id).select('id').single())
      if (start === null) {
        const insert = supabase.from('packs').insert(pack)
        return writeOnce(insert, 'packs_pkey', () => change(columns))
      }
      // Unchanged columns are not written: another device may have changed them, for example taken the pack off sale.
      const changes = changedFrom(start, columns, PRICED)
      if (Object.keys(changes).length > 0) await change(changes)
    },
    onSuccess: () => toast.success(t('saved')),
    meta: { invalidates: [keyRoots.packs] },
  })
}

export function usePublishPack(profileId: string) {
  const { t } = useTranslation('packs')
  const client = useQueryClient()
  const { queryKey } = ownPacksQuery(profileId)
  return useMutation({
    mutationFn: ({ id, publish }: { id: string; publish: boolean }) =>
      unwrap(
        supabase.from('packs').update({ is_published: publish }).eq('id', id).select('id').single(),
      ),
    onMutate({ id, publish }) {
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (packs) =>
        packs?.map((pack) => (pack.id === id ? { ...pack, is_published: publish } : pack)),
      )
      return before
    },
    onError: (_error, _input, before) => client.setQueryData(queryKey, before),
    onSuccess: (_data, { publish }) =>
      toast.success(t(publish ? 'published_done' : 'unpublished_done')),
    meta: { invalidates: [keyRoots.packs] },
  })
}
