import { queryOptions } from '@tanstack/react-query'
import { WITH_PAGE, type Order } from '@/domain/orders/order-query.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { asking, read, supabase } from '@/lib/api/supabase.ts'

export type Statement = Tables<'dispute_statements'>
export type Ruling = Tables<'rulings'>
export type QuotableMessage = Pick<
  Tables<'messages'>,
  'id' | 'sender_id' | 'content' | 'file_name' | 'created_at'
>

/** The number of messages that one statement can refer to. */
const QUOTABLE = 50

const ofOrder = (orderId: string, what: string) => [...keyRoots.orders, 'one', orderId, what]

export const statementsQuery = (orderId: string) =>
  queryOptions({
    queryKey: ofOrder(orderId, 'statements'),
    meta: WITH_PAGE,
    queryFn: asking<Statement[]>(() =>
      supabase.from('dispute_statements').select('*').eq('order_id', orderId).order('created_at'),
    ),
  })

/** The creator's share if nobody acts until the deadline; null where silence divides nothing. */
export const shareByDeadlineQuery = ({ id, due_at }: Pick<Order, 'id' | 'due_at'>) =>
  queryOptions({
    queryKey: ofOrder(id, 'silence'),
    meta: WITH_PAGE,
    queryFn: asking<number | null>(() => read('share_by_deadline', { order_id: id })),
    enabled: due_at !== null,
  })

export const rulingsQuery = (orderId: string) =>
  queryOptions({
    queryKey: ofOrder(orderId, 'rulings'),
    queryFn: asking<Ruling[]>(() =>
      supabase.from('rulings').select('*').eq('order_id', orderId).order('created_at'),
    ),
  })

/** The newest messages between the two sides of an order. */
export const quotableMessagesQuery = ({ id, brand_id, kol_id }: Order) =>
  queryOptions({
    queryKey: ofOrder(id, 'messages'),
    queryFn: asking<QuotableMessage[]>(() =>
      supabase
        .from('messages')
        .select('id, sender_id, content, file_name, created_at')
        .in('sender_id', [brand_id, kol_id])
        .in('receiver_id', [brand_id, kol_id])
        .order('created_at', { ascending: false })
        .limit(QUOTABLE),
    ),
  })
