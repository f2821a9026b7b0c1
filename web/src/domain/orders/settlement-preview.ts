import { queryOptions, type QueryKey } from '@tanstack/react-query'
import type { OrderMoney } from '@/domain/money/split.ts'
import { askingFor, read } from '@/lib/api/supabase.ts'

/**
 * How an order's money was paid, and how it is divided for a given share of the creator. Without a share it is the
 * division at the real or expected end of the order. `key` is the query key by which the page refreshes it.
 */
export const settlementPreview = (key: QueryKey, orderId: string, creator_share_minor?: number) =>
  queryOptions({
    queryKey: [...key, creator_share_minor ?? null],
    meta: { silent: true },
    // The generated type allows null in all columns; the function never returns it in these.
    queryFn: askingFor<OrderMoney>(() =>
      read('settlement_preview', { order_id: orderId, creator_share_minor }).single(),
    ),
  })
