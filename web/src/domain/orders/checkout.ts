import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import { isOnChain } from '@/domain/money/on-chain.ts'
import { paths } from '@/domain/paths.ts'
import { keyRoots } from '@/domain/query-keys.ts'
import { callFunction } from '@/lib/api/call-function.ts'
import { asking, read, supabase, unwrap } from '@/lib/api/supabase.ts'
import { toast } from '@/lib/toast.ts'
import type { Terms } from '../terms.ts'
import { hasNamedClocks } from './clocks.ts'
import type { Order } from './order-query.ts'
import type { OrderSide } from './orders.ts'

/** Amounts of a total that the wallet and the payment provider pay. */
export type PaymentParts = { wallet_minor: number; provider_minor: number }

export const paymentPartsQuery = (total_minor: number, currency: string) =>
  queryOptions({
    queryKey: [...keyRoots.payments, 'parts', currency, total_minor],
    staleTime: 0,
    meta: { silent: true },
    queryFn: asking<PaymentParts>(() => read('payment_parts', { total_minor, currency }).single()),
  })

export const totalOf = (order: Pick<Order, 'price_minor' | 'buyer_fee_minor'>) =>
  order.price_minor + order.buyer_fee_minor

/** The sum of an order for a side: what the brand pays, or the creator's price. */
export const sumFor = (
  order: Pick<Order, 'price_minor' | 'buyer_fee_minor'>,
  side: OrderSide | null,
) => (side === 'kol' ? order.price_minor : totalOf(order))

type Payable = Pick<Order, 'id' | 'price_minor' | 'buyer_fee_minor' | 'currency' | 'windows'>
/**
 * A payment of an order. `seen` are the parts of wallet and card that the screen showed; without them, the card pays all.
 * `named` are the terms whose clocks a screen named before it placed the order.
 */
type Payment = { order: Payable; named?: Readonly<Terms> } & (
  | { seen: PaymentParts; useWallet?: true }
  | { useWallet: false }
)
type Checkout = { provider: string; url: string }

/** The state of the history in which the page of an order says that its clocks differ from those that were named. */
export const CLOCKS_CHANGED = { clocksChanged: true }

async function openCheckout(orderId: string, useWallet: boolean): Promise<string> {
  const asked = { order_id: orderId, use_wallet: useWallet }
  return (await callFunction<Checkout>('checkout', asked)).url
}

/**
 * The address of the provider's pay page, `to_sign` when a wallet on a chain pays, `paid` when the wallet has paid everything, or
 * `wallet_changed` when the wallet would pay another part than was seen, `clocks_changed` when the order has other clocks than
 * were named: then nothing is paid.
 */
async function pay(
  payment: Payment,
): Promise<URL | 'paid' | 'wallet_changed' | 'clocks_changed' | 'to_sign'> {
  const { order, named } = payment
  if (named && !hasNamedClocks(order, named)) return 'clocks_changed'
  if (isOnChain(order.currency)) return 'to_sign'
  if (payment.useWallet === false) return new URL(await openCheckout(order.id, false))
  const { id: order_id, currency } = order
  const parts = await unwrap(
    read('payment_parts', { total_minor: totalOf(order), currency }).single(),
  )
  if (parts.wallet_minor !== payment.seen.wallet_minor) return 'wallet_changed'
  if (parts.provider_minor > 0) return new URL(await openCheckout(order.id, true))
  await unwrap(supabase.rpc('pay_from_wallet', { order_id }))
  return 'paid'
}

/** Pays from the wallet first; the browser leaves the application for what the wallet does not cover. */
export function usePay() {
  const client = useQueryClient()
  const { t } = useTranslation('checkout')
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: pay,
    onSuccess: (result, { order }) => {
      if (result instanceof URL) return window.location.assign(result)
      if (result === 'clocks_changed')
        return navigate(paths.order(order.id), { state: CLOCKS_CHANGED })
      navigate(paths.checkout(order.id))
      if (result === 'wallet_changed') toast.info(t('wallet_changed'))
    },
    // Not waited for: the form clears its draft first, before the browser leaves.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keyRoots.orders })
      void client.invalidateQueries({ queryKey: keyRoots.payments })
    },
  })
}
