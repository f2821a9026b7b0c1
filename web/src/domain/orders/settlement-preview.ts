import { queryOptions, type QueryKey } from '@tanstack/react-query'
import { unwrap } from '@/lib/errors.ts'
import { supabase } from '@/lib/supabase.ts'

/**
 * How the order's money divides at that share of the price; without one, as the order ended or
 * will. `key` is what the page that shows it refreshes.
 */
export const settlementPreview = (key: QueryKey, orderId: string, creator_share_minor?: number) =>
  queryOptions({
    queryKey: [...key, creator_share_minor ?? null],
    meta: { silent: true },
    queryFn: ({ signal }) =>
      unwrap(
        supabase
          .rpc('settlement_preview', { order_id: orderId, creator_share_minor })
          .abortSignal(signal)
          .single(),
      ),
  })
