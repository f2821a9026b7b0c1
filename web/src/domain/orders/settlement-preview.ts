import { queryOptions, type QueryKey } from '@tanstack/react-query'
import type { OrderMoney } from '@/domain/money/split.ts'
import { askingFor, read } from '@/lib/api/supabase.ts'

/**
 * How the order's money is paid, and how it divides at that share of the price; without one, as the
 * order ended or will. `key` is what the page that shows it refreshes.
 */
export const settlementPreview = (key: QueryKey, orderId: string, creator_share_minor?: number) =>
  queryOptions({
    queryKey: [...key, creator_share_minor ?? null],
    meta: { silent: true },
    // Columns of a composite type may be null for the generator; these are not.
    queryFn: askingFor<OrderMoney>(() =>
      read('settlement_preview', { order_id: orderId, creator_share_minor }).single(),
    ),
  })
