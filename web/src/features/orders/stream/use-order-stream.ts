import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import {
  orderThreadKey,
  orderThreadQuery,
  useLiveOrderThread,
} from '@/domain/messages/order-thread.ts'
import { useWaitingMessages } from '@/domain/messages/outbox.ts'
import {
  hasUnread,
  markReadBy,
  oldestFirst,
  type Message,
  type ThreadPages,
} from '@/domain/messages/thread-state.ts'
import type { LedgerEvent } from '@/domain/money/ledger.ts'
import { isOrderId, type Order } from '@/domain/orders/order-query.ts'
import { sideOf } from '@/domain/orders/orders.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { supabase, unwrap } from '@/lib/api/supabase.ts'
import { useVisible } from '@/lib/visible.ts'
import { deliveriesQuery, orderEventsQuery, orderMoneyQuery, type Delivery } from '../queries.ts'
import { streamEntries } from './stream-entries.ts'

/** Marks the messages about this order as read. Others of the conversation are not shown here and stay unread. */
function useMarkRead(orderId: string, myId: string, known: Message[]) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      // Marked in the cache at once. Otherwise a message that arrives before the change of this one would not be marked.
      client.setQueryData<ThreadPages>(orderThreadKey(orderId), (thread) =>
        markReadBy(thread, myId),
      )
      await unwrap(
        supabase
          .from('messages')
          .update({ is_read: true })
          .eq('order_id', orderId)
          .eq('receiver_id', myId)
          .eq('is_read', false),
      )
    },
  })
  const unread = useVisible() && hasUnread(known, myId)
  useEffect(() => {
    if (unread) mutate()
  }, [unread, mutate])
}

/**
 * Requests the messages in parallel to the order. If the URL has a number, they wait for the order, because its id is
 * not known yet; for staff they wait until it is known whether the reader is a side of the order.
 */
export function useStreamParts(address: string) {
  const { profile } = useProfile()
  useInfiniteQuery({
    ...orderThreadQuery(address),
    enabled: isOrderId(address) && !profile.is_staff,
    notifyOnChangeProps: [],
  })
}

const NO_WORK: Delivery[] = []
const NO_MONEY: LedgerEvent[] = []

/** Everything in the history of one order, kept up to date; older messages are loaded page by page. */
export function useOrderStream(order: Order, myId: string, otherId: string) {
  // Only the two sides have messages and money in the order.
  const enabled = sideOf(order, myId) !== null
  const thread = useInfiniteQuery({ ...orderThreadQuery(order.id), enabled })
  const history = useQuery(orderEventsQuery(order.id))
  const { data: deliveries = NO_WORK } = useQuery(deliveriesQuery(order.id))
  const { data: money = NO_MONEY } = useQuery({
    ...orderMoneyQuery(order.id),
    enabled,
    meta: { silent: true },
  })
  useLiveOrderThread(enabled ? order.id : null)
  const known = useMemo(() => oldestFirst(thread.data), [thread.data])
  const waiting = useWaitingMessages(myId, otherId, known, order.id)
  useMarkRead(order.id, myId, known)
  const entries = useMemo(
    () =>
      streamEntries({
        messages: [...known, ...waiting],
        hasOlderMessages: thread.hasNextPage,
        events: history.data ?? [],
        deliveries,
        money,
      }),
    [known, waiting, thread.hasNextPage, history.data, deliveries, money],
  )
  // Messages and events are shown together, so that the page does not shift.
  const isLoading = thread.isPending && thread.fetchStatus === 'fetching' && waiting.length === 0
  return { thread, history, entries, deliveries, money, isLoading }
}
