import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { orderThreadQuery, useLiveOrderThread } from '@/domain/messages/order-thread.ts'
import { useWaitingMessages } from '@/domain/messages/outbox.ts'
import { hasUnread, oldestFirst } from '@/domain/messages/thread-state.ts'
import type { LedgerEvent } from '@/domain/money/ledger.ts'
import { isOrderId, type Order } from '@/domain/orders/order-query.ts'
import { supabase } from '@/lib/api/supabase.ts'
import { deliveriesQuery, orderEventsQuery, orderMoneyQuery, type Delivery } from '../queries.ts'
import { streamEntries } from './stream-entries.ts'

/** Marks the messages of this order read; the rest of the conversation is not on the screen and stays unread. */
function useMarkRead(orderId: string, myId: string, unread: boolean) {
  const { mutate } = useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      const { error } = await supabase
        .from('messages')
        .update({ is_read: true })
        .eq('order_id', orderId)
        .eq('receiver_id', myId)
        .eq('is_read', false)
      if (error) throw error
    },
  })
  useEffect(() => {
    if (unread && document.visibilityState === 'visible') mutate()
  }, [unread, mutate])
}

/**
 * Starts the queries of the stream in parallel to the order's own, so that the page renders with
 * them. With a number in the URL they wait for the order, because its id is not known yet.
 */
export function useStreamParts(address: string) {
  const early = { enabled: isOrderId(address), notifyOnChangeProps: [] }
  useQuery({ ...orderEventsQuery(address), ...early })
  useQuery({ ...deliveriesQuery(address), ...early })
  useInfiniteQuery({ ...orderThreadQuery(address), ...early })
}

const NO_WORK: Delivery[] = []
const NO_MONEY: LedgerEvent[] = []

/** Everything of one order by time, live; older messages are loaded page by page. */
export function useOrderStream(order: Order, myId: string, otherId: string) {
  const thread = useInfiniteQuery(orderThreadQuery(order.id))
  const history = useQuery(orderEventsQuery(order.id))
  const { data: deliveries = NO_WORK } = useQuery(deliveriesQuery(order.id))
  const { data: money = NO_MONEY } = useQuery({
    ...orderMoneyQuery(order.id),
    meta: { silent: true },
  })
  useLiveOrderThread(order.id)
  const known = useMemo(() => oldestFirst(thread.data), [thread.data])
  const waiting = useWaitingMessages(myId, otherId, known, order.id)
  useMarkRead(order.id, myId, hasUnread(known, myId))
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
  // Messages and events appear together, so that the page does not shift.
  const isLoading = thread.isPending && thread.fetchStatus === 'fetching' && waiting.length === 0
  return { thread, history, entries, deliveries, money, isLoading }
}
