import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orderQuery, type Order } from '@/domain/orders/order-query.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Database, Tables } from '@/lib/database.types.ts'
import { supabase } from '@/lib/api/supabase.ts'
import type { OrderActionName } from './order-actions-query.ts'

export type DisputeCategory = NonNullable<Tables<'order_events'>['category']>

type Functions = Database['public']['Functions']
type MoveName = Exclude<
  OrderActionName,
  'checkout' | 'pay_from_wallet' | 'edit_brief' | 'resolve_dispute' | 'decide_appeal'
>

/**
 * Moves that members and staff can request, with the parameters of their database functions. With `at_once` an order
 * is cancelled only if that needs no consent of the other side; otherwise nothing is requested.
 */
export type OrderMove = {
  [Name in MoveName]: { move: Name } & Omit<Functions[Name]['Args'], 'order_id' | 'delivery_id'>
}[MoveName]

/** Moves about work. Each request contains the id of the delivery or draft that was shown. */
const ABOUT_WORK: readonly MoveName[] = [
  'approve_draft',
  'complete_order',
  'open_dispute',
  'accept_milestone',
  'request_revision',
  'request_draft_changes',
]

export const NO_WORK = '00000000-0000-0000-0000-000000000000'

/** A move, with the id of the delivery or draft that was shown. The database refuses it if there is a newer one. */
type Asked = OrderMove & { delivery_id?: string | undefined }

/** Props of every form of the order page. */
export interface FormProps {
  /** Key of the form's stored draft. */
  place: string
  busy: boolean
  onCancel: () => void
  onSubmit: (move: OrderMove) => Promise<unknown>
}

const call = (order_id: string, { move, delivery_id = NO_WORK, ...args }: Asked) =>
  supabase.rpc(move, {
    order_id,
    ...args,
    ...(ABOUT_WORK.includes(move) && { delivery_id }),
  })

async function ask(orderId: string, asked: Asked): Promise<Order | null> {
  const { data, error } = await call(orderId, asked)
  if (error) throw error
  // Moves that create a review, a tip, a statement or a permission return that row; all others return the order.
  return data && 'status' in data ? (data as Order) : null
}

/** Mutation for a move of an order. A repeated request is harmless: it returns the result of the first one. */
export function useOrderAction(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (asked: Asked) => ask(orderId, asked),
    onSuccess: (order) => {
      if (order) client.setQueryData(orderQuery(orderId).queryKey, order)
    },
    // The data are loaded again even after a refusal, because the screen was then out of date.
    meta: { invalidates: [keyRoots.orders, keyRoots.payments] },
  })
}
