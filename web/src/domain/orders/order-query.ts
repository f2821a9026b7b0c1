import { queryOptions } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { supabase } from '@/lib/supabase.ts'
import type { OrderStatus } from './orders.ts'

export type Order = Omit<Tables<'pack_orders'>, 'status'> & { status: OrderStatus }

/** Null: there is no such order, or it is not the reader's. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyRoots.orders, 'one', id],
    queryFn: async ({ signal }): Promise<Order | null> => {
      const { data, error } = await supabase
        .from('pack_orders')
        .select('*')
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
      if (error) throw error
      return data as Order | null
    },
  })
