import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'

async function fetchOrderNumbers(ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const orders = await unwrap(
    supabase
      .from('pack_orders')
      .select('id, number')
      .in('id', [...new Set(ids)]),
  )
  return new Map(orders.map(({ id, number }) => [id, number]))
}

/** The numbers of orders, by id. A number never changes. */
export const orderNumbersQuery = (ids: readonly string[]) => {
  const sorted = [...new Set(ids)].toSorted()
  return queryOptions({
    queryKey: [...keyRoots.orders, 'numbers', ...sorted],
    queryFn: () => fetchOrderNumbers(sorted),
    enabled: sorted.length > 0,
    meta: { silent: true },
    placeholderData: (before: Map<string, string> | undefined) => before,
  })
}
