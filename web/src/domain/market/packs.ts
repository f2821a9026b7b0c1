import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { asking, supabase } from '@/lib/api/supabase.ts'

export type Pack = Tables<'packs'>

/** The packs that a creator offers, the cheapest first. */
export const packsOfQuery = (creatorId: string) =>
  queryOptions({
    queryKey: [...keyRoots.packs, 'of', creatorId],
    queryFn: asking<Pack[]>(() =>
      supabase
        .from('packs')
        .select('*')
        .eq('kol_id', creatorId)
        .eq('is_published', true)
        .order('price_minor'),
    ),
  })
