import { queryOptions } from '@tanstack/react-query'
import type { Member } from '@/domain/members/members.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { asking, supabase, unwrap } from '@/lib/api/supabase.ts'
import type { Tables } from '@/lib/database.types.ts'
import type { Chosen } from '@/lib/rows.ts'

/** The listed creators by id; those whom the market does not show now are missing. */
export const listedCreatorsQuery = (ids: string[]) =>
  queryOptions({
    queryKey: [...keyRoots.members, 'listed', ids.toSorted()],
    queryFn: async ({ signal }): Promise<Map<string, Member>> => {
      if (ids.length === 0) return new Map()
      const members = await unwrap(supabase.from('members').select('*').in('id', ids), signal)
      return new Map(members.map((member) => [member.id, member as Member]))
    },
  })

const OFFERED = 'kol_id, price_minor, currency, delivery_days'
export type PackOffer = Chosen<Tables<'packs'>, typeof OFFERED>

export const packOffersQuery = (ids: string[]) =>
  queryOptions({
    queryKey: [...keyRoots.packs, 'compared', ids.toSorted()],
    queryFn: asking<PackOffer[]>(() =>
      supabase
        .from('packs')
        .select(OFFERED)
        .in('kol_id', ids)
        .eq('is_published', true)
        .order('price_minor'),
    ),
  })
