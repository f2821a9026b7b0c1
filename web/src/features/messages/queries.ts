import { UUID } from '@/lib/uuid.ts'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Order } from '@/domain/orders/order-query.ts'
import { isFinal, ORDER_STATUSES } from '@/domain/orders/orders.ts'
import { frameKeys, keyRoots } from '@/domain/query-keys.ts'
import type { Database } from '@/lib/database.types.ts'
import { askingFor, read, supabase, unwrap } from '@/lib/api/supabase.ts'
import { newerThan, olderThan, pageSize } from '@/lib/api/keyset.ts'
import type { Chosen } from '@/lib/rows.ts'
import { messagePages } from '@/domain/messages/message-pages.ts'
import { markReadBy, type Message, type ThreadPages } from '@/domain/messages/thread-state.ts'

const INBOX_PAGE = 30

export type InboxEntry = Database['public']['Functions']['inbox']['Returns'][number]

export const INBOX_KEY = [...keyRoots.messages, 'inbox']

export type InboxFilter = { term?: string; only_unread?: boolean; with_id?: string }

export const inboxQuery = (sought: InboxFilter = {}) =>
  infiniteQueryOptions({
    queryKey: [...INBOX_KEY, sought],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }): Promise<InboxEntry[]> =>
      unwrap(
        read('inbox', {
          page_size: INBOX_PAGE,
          ...sought,
          ...(pageParam ? { before: pageParam } : {}),
        }),
        signal,
      ),
    getNextPageParam: (last) =>
      last.length < INBOX_PAGE ? null : (last.at(-1)?.last_message_at ?? null),
  })

const ORDERS = 5

const ORDER_COLUMNS =
  'id, number, status, pack_title, due_at, payment_disputed_at, brand_id, kol_id'
export type OrderOfThread = Chosen<Order, typeof ORDER_COLUMNS>

/** The open orders of two members, the most urgent first. */
export const openOrdersWithQuery = (myId: string, otherId: string) =>
  queryOptions({
    queryKey: [...keyRoots.orders, 'with', otherId],
    meta: { silent: true },
    queryFn: askingFor<OrderOfThread[]>(() =>
      supabase
        .from('pack_orders')
        .select(ORDER_COLUMNS)
        .in('brand_id', [myId, otherId])
        .in('kol_id', [myId, otherId])
        .in(
          'status',
          ORDER_STATUSES.filter((status) => !isFinal(status)),
        )
        .order('due_at', { ascending: true, nullsFirst: false })
        .limit(ORDERS),
    ),
  })

/** The id of the conversation of two members; null if there is none. The pair is stored in the order of the ids. */
export const conversationQuery = (myId: string, otherId: string) =>
  queryOptions({
    queryKey: [...keyRoots.messages, 'with', otherId],
    queryFn: async ({ signal }): Promise<string | null> => {
      const [first, second] = myId < otherId ? [myId, otherId] : [otherId, myId]
      const pair = { member_a: first, member_b: second }
      const rows = await unwrap(supabase.from('conversations').select('id').match(pair), signal)
      return rows[0]?.id ?? null
    },
  })

export const threadKey = (conversationId: string) => [
  ...keyRoots.messages,
  'thread',
  conversationId,
]

export const threadQuery = (conversationId: string) =>
  messagePages(threadKey(conversationId), 'conversation_id', conversationId)

/** One message of a conversation; null if the conversation does not contain it, for example after its deletion. */
export const messageQuery = (conversationId: string, id: string) =>
  queryOptions({
    queryKey: [...keyRoots.messages, 'one', conversationId, id],
    meta: { silent: true },
    queryFn: async ({ signal }): Promise<Message | null> => {
      if (!UUID.test(id)) return null
      const rows = await unwrap(
        supabase.from('messages').select('*').eq('id', id).eq('conversation_id', conversationId),
        signal,
      )
      return rows[0] ?? null
    },
  })

/** Size of these pages, equal to that of later pages of `messagePages`, because the two lists may be joined. */
const AROUND_PAGE = pageSize(0, false)
type Around = { way: 'from' | 'older' | 'newer'; row: Message }

/**
 * Messages around an older one, in pages like those of `threadQuery`. Pages between it and the newest message
 * are loaded when the reader scrolls there.
 */
export const messagesAroundQuery = (middle: Message) =>
  infiniteQueryOptions({
    queryKey: [...threadKey(middle.conversation_id), 'around', middle.id],
    meta: { refresh: 'never' },
    // These pages are not cached, because messages that arrive later would leave a gap after them.
    gcTime: 0,
    initialPageParam: { way: 'from', row: middle } as Around,
    queryFn: async ({ pageParam: { way, row }, signal }): Promise<Message[]> => {
      const ascending = way === 'newer'
      const rows: Message[] = await unwrap(
        supabase
          .from('messages')
          .select('*')
          .eq('conversation_id', row.conversation_id)
          .or(ascending ? newerThan(row) : olderThan(row))
          .order('created_at', { ascending })
          .order('id', { ascending })
          .limit(AROUND_PAGE),
        signal,
      )
      if (way === 'from') return [row, ...rows]
      return ascending ? rows.toReversed() : rows
    },
    getNextPageParam: (last): Around | null => {
      const row = last.length < AROUND_PAGE ? undefined : last.at(-1)
      return row ? { way: 'older', row } : null
    },
    getPreviousPageParam: (first, _pages, { way }): Around | null => {
      const row = way === 'newer' && first.length < AROUND_PAGE ? undefined : first[0]
      return row ? { way: 'newer', row } : null
    },
  })

/** Marks the messages as read in the cache at once; the counts follow after the server's response. */
export function useMarkConversationRead(myId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: async (conversationId: string) => {
      client.setQueryData<ThreadPages>(threadKey(conversationId), (thread) =>
        markReadBy(thread, myId),
      )
      await unwrap(supabase.rpc('mark_conversation_read', { conversation_id: conversationId }))
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: INBOX_KEY })
      void client.invalidateQueries({ queryKey: frameKeys.unreadMessages })
    },
  })
}

export const useBlockMember = (otherId: string) =>
  useMutation({
    mutationFn: (block: boolean) =>
      unwrap(supabase.rpc(block ? 'block_member' : 'unblock_member', { profile_id: otherId })),
    meta: { invalidates: [keyRoots.messages] },
  })
