import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { unwrap } from '@/lib/errors.ts'
import { keptPage, lastOfFull, olderThan, pageSize } from '@/lib/keyset.ts'
import { useTableChanges } from '@/lib/realtime.ts'
import { supabase } from '@/lib/supabase.ts'
import { changeThread } from './change-thread.ts'
import type { Message } from './thread-state.ts'

const PAGE = 40

export const orderThreadKey = (orderId: string) => [...keyRoots.messages, 'order', orderId]

/** The messages of a conversation or about an order, the newest first. */
export const messagePages = (key: string[], column: 'conversation_id' | 'order_id', id: string) =>
  infiniteQueryOptions({
    queryKey: key,
    initialPageParam: null as Message | null,
    queryFn: async ({ client, queryKey, pageParam, signal }): Promise<Message[]> => {
      const size = pageSize(PAGE, pageParam === null)
      const kept = keptPage<Message>(client, queryKey, pageParam, size)
      if (kept) return kept
      const newest = supabase
        .from('messages')
        .select('*')
        .eq(column, id)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(size)
        .abortSignal(signal)
      return unwrap(pageParam ? newest.or(olderThan(pageParam)) : newest)
    },
    getNextPageParam: lastOfFull<Message>(PAGE),
  })

export const orderThreadQuery = (orderId: string) =>
  messagePages(orderThreadKey(orderId), 'order_id', orderId)

/** Messages about the order as they come and as they are read, from either page. */
export function useLiveOrderThread(orderId: string) {
  const client = useQueryClient()
  useTableChanges(
    `order-thread:${orderId}`,
    [{ table: 'messages', filter: `order_id=eq.${orderId}` }],
    (change) => changeThread(client, orderThreadKey(orderId), change),
  )
}
