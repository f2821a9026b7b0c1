import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { LOADED_WITH_PAGE, type Order } from '@/domain/orders/order-query.ts'
import type { Tables } from '@/lib/database.types.ts'
import { lastOfEqual, newestFirst } from '@/lib/api/keyset.ts'
import { asking, read, supabase, unwrap } from '@/lib/api/supabase.ts'
import type { Chosen } from '@/lib/rows.ts'
import { orderKey, rowsQuery } from '../queries.ts'

export type Statement = Tables<'dispute_statements'>
export type Ruling = Tables<'rulings'>
const QUOTABLE = 'id, sender_id, content, file_name, created_at'
export type QuotableMessage = Chosen<Tables<'messages'>, typeof QUOTABLE>

const QUOTABLE_PAGE = 50

export const statementsQuery = rowsQuery('statements', 'dispute_statements', 'created_at')

/** The creator's share if nobody acts until the deadline; null if the deadline does not divide the money. */
export const shareByDeadlineQuery = ({ id, due_at }: Pick<Order, 'id' | 'due_at'>) =>
  queryOptions({
    queryKey: orderKey(id, 'silence'),
    meta: LOADED_WITH_PAGE,
    queryFn: asking<number | null>(() => read('share_by_deadline', { order_id: id })),
    enabled: due_at !== null,
  })

export const rulingsQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKey(orderId, 'rulings'),
    queryFn: asking<Ruling[]>(() =>
      supabase.from('rulings').select('*').eq('order_id', orderId).order('created_at'),
    ),
  })

/** The messages between the two sides of an order, the newest first. */
export const quotableMessagesQuery = ({ id, brand_id, kol_id }: Order) =>
  infiniteQueryOptions({
    queryKey: orderKey(id, 'messages'),
    initialPageParam: null as QuotableMessage | null,
    queryFn: ({ pageParam, signal }): Promise<QuotableMessage[]> => {
      const messages = supabase
        .from('messages')
        .select(QUOTABLE)
        .in('sender_id', [brand_id, kol_id])
        .in('receiver_id', [brand_id, kol_id])
      return unwrap(newestFirst(messages, pageParam, QUOTABLE_PAGE), signal)
    },
    getNextPageParam: lastOfEqual<QuotableMessage>(QUOTABLE_PAGE),
  })
