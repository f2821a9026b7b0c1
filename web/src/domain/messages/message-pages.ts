import { infiniteQueryOptions } from '@tanstack/react-query'
import { keptPage, lastOfFull, newestFirst, pageSize } from '@/lib/api/keyset.ts'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import type { Message } from './thread-state.ts'

/**
 * Size of the first page: enough for the visible entries and those rendered around them. The history of
 * an order is in a box of at most 640 px.
 */
const FIRST_PAGE = { conversation_id: 40, order_id: 20 }

/** The messages of a conversation or about an order, the newest first. */
export const messagePages = (key: string[], column: keyof typeof FIRST_PAGE, id: string) =>
  infiniteQueryOptions({
    queryKey: key,
    initialPageParam: null as Message | null,
    queryFn: async ({ client, queryKey, pageParam, signal }): Promise<Message[]> => {
      const size = pageSize(FIRST_PAGE[column], pageParam === null)
      const kept = keptPage<Message>(client, queryKey, pageParam, size)
      if (kept) return kept
      const messages = supabase.from('messages').select('*').eq(column, id)
      return unwrap(newestFirst(messages, pageParam, size), signal)
    },
    getNextPageParam: lastOfFull<Message>(FIRST_PAGE[column]),
  })
