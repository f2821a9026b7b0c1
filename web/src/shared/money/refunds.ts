import { queryOptions, useMutation } from '@tanstack/react-query'
import { keyRoots } from '@/domain/query-keys.ts'
import { askingFor, read, supabase, unwrap } from '@/lib/api/supabase.ts'

/** Wallet money that can be paid out: back to cards or, with `needs_other_way`, only to an account. */
export type Refundable = { currency: string; amount_minor: number; needs_other_way: boolean }

/** The sums that can be returned to cards. A card that has refused a refund is not tried again. */
export const refundableToCards = (sums: readonly Refundable[]) =>
  sums.filter((each) => !each.needs_other_way)

/** The money that can be returned from the whole wallet, or that one order gave back. */
export const refundableQuery = (orderId?: string) =>
  queryOptions({
    queryKey: [...keyRoots.payments, 'refundable', orderId ?? 'all'],
    queryFn: askingFor<Refundable[]>(() =>
      read('refundable', orderId ? { order_id: orderId } : {}),
    ),
  })

export type RefundRequest = {
  amount: number
  currency: string
  idempotencyKey: string
  orderId?: string
  method?: string
}

export const useRequestRefunds = () =>
  useMutation({
    mutationFn: ({ amount, currency, idempotencyKey, orderId, method }: RefundRequest) =>
      unwrap(
        supabase.rpc('request_refunds', {
          amount_minor: amount,
          currency,
          idempotency_key: idempotencyKey,
          ...(orderId && { order_id: orderId }),
          ...(method && { method }),
        }),
      ),
    meta: { invalidates: [keyRoots.payments] },
  })
