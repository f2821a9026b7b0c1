import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orderQuery, type Order } from '@/domain/orders/order-query.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import type { Tables } from '@/lib/database.types.ts'
import { supabase } from '@/lib/api/supabase.ts'
import type { DeliveredFile } from '@/domain/orders/delivered-files.ts'

export type DisputeCategory = NonNullable<Tables<'order_events'>['category']>

/** Moves that members and staff can request, with the parameters of their database functions. */
export type OrderMove =
  | {
      move:
        | 'accept_order'
        | 'approve_draft'
        | 'complete_order'
        | 'extend_review'
        | 'withdraw_cancellation'
        | 'ask_to_show_work'
        | 'allow_to_show_work'
    }
  | { move: 'decline_order'; reason: string }
  /** `at_once`: ends the order now, and asks for nothing when that takes the other side. */
  | { move: 'cancel_order'; reason: string; at_once?: true }
  | {
      move: 'open_dispute'
      reason: string
      category?: DisputeCategory
      creator_share_minor?: number
      files?: DeliveredFile[]
    }
  | { move: 'accept_milestone'; milestone_id: string }
  | { move: 'withdraw_dispute'; creator_share_minor?: number }
  | { move: 'request_revision' | 'request_draft_changes'; note: string }
  | { move: 'deliver_order' | 'show_draft'; note: string; links: string[]; files: DeliveredFile[] }
  | { move: 'propose_settlement' | 'accept_settlement'; creator_share_minor: number }
  | {
      move: 'give_evidence'
      body: string
      links: string[]
      files: DeliveredFile[]
      message_ids: string[]
      statement_id: string
    }
  | { move: 'answer_dispute'; body: string; statement_id: string }
  | { move: 'appeal_ruling'; reason: string }
  | { move: 'tip_order'; amount_minor: number; note: string; idempotency_key: string }
  | { move: 'review_order'; rating: number; comment: string }

export const NO_WORK = '00000000-0000-0000-0000-000000000000'

/** The delivery or draft that the brand saw, missing until it is loaded: a move about work is refused once there is another. */
type Asked = OrderMove & { delivery_id?: string | undefined }

/** Props of every form of the order page. */
export interface FormProps {
  /** Key of the form's stored draft. */
  place: string
  busy: boolean
  onCancel: () => void
  onSubmit: (move: OrderMove) => Promise<unknown>
}

function call(order_id: string, { delivery_id = NO_WORK, ...asked }: Asked) {
  const seen = { delivery_id }
  switch (asked.move) {
    case 'decline_order':
    case 'appeal_ruling':
      return supabase.rpc(asked.move, { order_id, reason: asked.reason })
    case 'cancel_order': {
      const { move, ...cancellation } = asked
      return supabase.rpc(move, { order_id, ...cancellation })
    }
    case 'open_dispute': {
      const { move, ...dispute } = asked
      return supabase.rpc(move, { order_id, ...dispute, ...seen })
    }
    case 'accept_milestone':
      return supabase.rpc(asked.move, { order_id, milestone_id: asked.milestone_id, ...seen })
    case 'request_revision':
    case 'request_draft_changes':
      return supabase.rpc(asked.move, { order_id, note: asked.note, ...seen })
    case 'approve_draft':
    case 'complete_order':
      return supabase.rpc(asked.move, { order_id, ...seen })
    case 'deliver_order':
    case 'show_draft':
      return supabase.rpc(asked.move, {
        order_id,
        note: asked.note,
        links: asked.links,
        files: asked.files,
      })
    case 'propose_settlement':
    case 'accept_settlement':
      return supabase.rpc(asked.move, {
        order_id,
        creator_share_minor: asked.creator_share_minor,
      })
    case 'withdraw_dispute': {
      const { move, ...seenOffer } = asked
      return supabase.rpc(move, { order_id, ...seenOffer })
    }
    case 'give_evidence': {
      const { move, ...evidence } = asked
      return supabase.rpc(move, { order_id, ...evidence })
    }
    case 'answer_dispute':
      return supabase.rpc(asked.move, {
        order_id,
        body: asked.body,
        statement_id: asked.statement_id,
      })
    case 'tip_order': {
      const { move, ...tip } = asked
      return supabase.rpc(move, { order_id, ...tip })
    }
    case 'review_order':
      return supabase.rpc(asked.move, { order_id, rating: asked.rating, comment: asked.comment })
    default:
      return supabase.rpc(asked.move, { order_id })
  }
}

async function ask(orderId: string, asked: Asked): Promise<Order | null> {
  const { data, error } = await call(orderId, asked)
  if (error) throw error
  // A review, a tip, a statement and a showing return themselves, every other move the order.
  return data && 'status' in data ? (data as Order) : null
}

/** Every request is harmless when repeated: the database returns what already happened. */
export function useOrderAction(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (asked: Asked) => ask(orderId, asked),
    onSuccess: (order) => {
      if (order) client.setQueryData(orderQuery(orderId).queryKey, order)
    },
    // A refusal means that the screen was out of date.
    meta: { invalidates: [keyRoots.orders, keyRoots.payments] },
  })
}
