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

/** Parts of a total: the amount from the wallet and the amount from the payment provider. */
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

/** The amount of an order for a side: the total for the brand, the price for the creator. */
export const amountFor = (
  order: Pick<Order, 'price_minor' | 'buyer_fee_minor'>,
  side: OrderSide | null,
) => (side === 'kol' ? order.price_minor : totalOf(order))

type Payable = Pick<Order, 'id' | 'price_minor' | 'buyer_fee_minor' | 'currency' | 'windows'>
/**
 * A payment of an order. `seen` are the amounts from wallet and card that the screen showed; without `seen` the card
 * pays all.
 * `named` are the terms with the time limits that the screen showed before the order was placed.
 */
type Payment = { order: Payable; named?: Readonly<Terms> } & (
  | { seen: PaymentParts; useWallet?: true }
  | { useWallet: false }
)
type Checkout = { provider: string; url: string }

/** History state for the order page: it then says that the order's time limits differ from those that were shown. */
export const CLOCKS_CHANGED = { clocksChanged: true }

async function openCheckout(orderId: string, useWallet: boolean): Promise<string> {
  const asked = { order_id: orderId, use_wallet: useWallet }
  return (await callFunction<Checkout>('checkout', asked)).url
}

/**
 * Pays or starts a payment. Returns the URL of the provider's pay page; `to_sign` if a wallet on a chain has to pay; or `paid` if the
 * wallet has paid all. Nothing is paid if it returns `wallet_changed`, because the wallet's part differs from the one shown, or
 * `clocks_changed`, because the order's time limits differ from those shown.
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

/** Pays from the wallet first; for the rest the browser goes to the provider's pay page. */
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
    // The refresh is not awaited, so that the form can delete its draft before the browser leaves the page.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keyRoots.orders })
      void client.invalidateQueries({ queryKey: keyRoots.payments })
    },
  })
}
