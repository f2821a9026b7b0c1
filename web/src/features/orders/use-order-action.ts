import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orderQuery, type Order } from '@/lib/order-query.ts'
import { keyRoots } from '@/lib/query-keys.ts'
import { supabase } from '@/lib/supabase.ts'

/** One entry a move that people can ask for; the values are the function's own parameters. */
export type OrderMove =
  | { move: 'accept_order' | 'complete_order' | 'extend_review' | 'pay_from_wallet' }
  | { move: 'decline_order' | 'cancel_order' | 'open_dispute'; reason: string }
  | { move: 'request_revision'; note: string }
  | { move: 'deliver_order'; note: string; links: string[] }
  | { move: 'propose_settlement' | 'accept_settlement'; creator_share_minor: number }
  | { move: 'review_order'; rating: number; comment: string }

async function ask(orderId: string, { move, ...values }: OrderMove): Promise<Order | null> {
  const { data, error } = await supabase.rpc(move, { order_id: orderId, ...values } as never)
  if (error) throw error
  return move === 'review_order' ? null : (data as Order)
}

/** Every request is harmless when repeated: the database answers with what already happened. */
export function useOrderAction(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (move: OrderMove) => ask(orderId, move),
    onSuccess: (order) => {
      if (order) client.setQueryData(orderQuery(orderId).queryKey, order)
    },
    // A refusal means that the screen was out of date.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keyRoots.orders }),
        client.invalidateQueries({ queryKey: keyRoots.payments }),
      ]),
  })
}
