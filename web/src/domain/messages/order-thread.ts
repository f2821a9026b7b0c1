import { useQueryClient } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { useTableChanges } from '@/lib/api/realtime.ts'
import { changeThread } from './change-thread.ts'
import { messagePages } from './message-pages.ts'

export const orderThreadKey = (orderId: string) => [...keyRoots.messages, 'order', orderId]

/** The messages about an order, the newest first. */
export const orderThreadQuery = (orderId: string) =>
  messagePages(orderThreadKey(orderId), 'order_id', orderId)

/** Applies live changes of the order's messages to the cached thread; null for readers who have no thread. */
export function useLiveOrderThread(orderId: string | null) {
  const client = useQueryClient()
  useTableChanges(
    orderId && `order-thread:${orderId}`,
    [{ table: 'messages', filter: `order_id=eq.${orderId}` }],
    (change) => changeThread(client, orderThreadKey(orderId ?? ''), change),
  )
}
