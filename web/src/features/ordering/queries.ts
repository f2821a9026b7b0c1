import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { briefArguments, type Brief } from '@/domain/briefs/brief.ts'
import { fetchMemberLabels, type MemberLabel } from '@/domain/members/members.ts'
import type { Choice } from '@/domain/orders/choices.ts'
import { orChangedTerms } from '@/domain/orders/changed-terms.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { read, supabase, unwrap } from '@/lib/api/supabase.ts'

export type Pack = Tables<'packs'>
export type OfferedPack = { pack: Pack; creator: MemberLabel }

/** A pack on offer with its creator; null if the market no longer shows one of them. */
export const offeredQuery = (packId: string) =>
  queryOptions({
    queryKey: [...keyRoots.packs, 'offered', packId],
    queryFn: async ({ signal }): Promise<OfferedPack | null> => {
      const [pack] = await unwrap(
        supabase
          .from('packs')
          .select('*')
          .eq('id', packId)
          .eq('is_published', true)
          .abortSignal(signal),
      )
      if (!pack) return null
      const creator = (await fetchMemberLabels([pack.kol_id])).get(pack.kol_id)
      return creator ? { pack, creator } : null
    },
  })

/** Whether a creator can be paid in a currency now; a currency on a chain requires a wallet. */
export const canBePaidQuery = ({ kol_id, currency }: Pack) =>
  queryOptions({
    queryKey: [...keyRoots.packs, 'takes', kol_id, currency],
    meta: { silent: true },
    queryFn: ({ signal }) =>
      unwrap(read('creator_takes', { kol_id, currency }).abortSignal(signal)),
  })

interface Purchase extends Choice {
  packId: string
  brief: Brief
  wishedOn: string
  idempotencyKey: string
  terms: string
}

/** Places an order. Returns the order, or both versions of the terms if the pack has changed since it was shown. */
export function usePlaceOrder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ packId, brief, wishedOn, idempotencyKey, terms, tier, extras }: Purchase) =>
      orChangedTerms(
        unwrap(
          supabase.rpc('place_order', {
            pack_id: packId,
            ...briefArguments(brief),
            ...(wishedOn && { wished_on: wishedOn }),
            idempotency_key: idempotencyKey,
            terms,
            ...(tier !== null && { tier }),
            extras,
          }),
        ),
      ),
    onSuccess: (answer) =>
      client.invalidateQueries({
        queryKey: 'changed' in answer ? keyRoots.packs : keyRoots.orders,
      }),
    // No toast: the error is shown beside the button.
    meta: { silent: true },
  })
}
