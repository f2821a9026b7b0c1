import { heldOf, splitOfRest, type OrderMoney } from '@/domain/money/split.ts'
import { isOnChain } from '@/domain/money/on-chain.ts'
import { totalOf } from '@/domain/orders/checkout.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { holdsEscrow, isPaymentDisputed, phaseOf, type OrderSide } from '@/domain/orders/orders.ts'

const LABELS = {
  price: 'common:price',
  fee: 'orders:fee',
  you_earned: 'orders:you_earned',
  you_earn: 'orders:you_earn',
  buyer_fee: 'orders:buyer_fee',
  total: 'common:total',
  paid_wallet: 'orders:paid_wallet',
  paid_card: 'orders:paid_card',
  paid_chain: 'orders:paid_chain',
  milestone_accepted: 'orders:milestone_accepted',
  escrow: 'common:money.escrow',
  held_fee: 'common:money.held_fee',
} as const

export interface MoneyRow {
  label: (typeof LABELS)[keyof typeof LABELS]
  minor: number
  strong: boolean
}

type Priced = Pick<
  Order,
  | 'currency'
  | 'status'
  | 'payment_disputed_at'
  | 'price_minor'
  | 'buyer_fee_minor'
  | 'released_minor'
>

/** Rows with the brand's cost and how it was paid, or the creator's earnings. Staff (`side` is null) read the cost. */
export function moneyRows(
  order: Priced,
  side: OrderSide | null,
  money: OrderMoney | undefined,
): MoneyRow[] {
  const isOpen = phaseOf(order.status) === 'open' && !isPaymentDisputed(order)
  // The amounts of accepted milestones are no longer in escrow.
  const rest =
    money && order.released_minor > 0 && holdsEscrow(order.status) ? splitOfRest(money) : undefined
  const held = rest && heldOf(rest)
  const rows: [keyof typeof LABELS, number | null | undefined | false][] =
    side === 'kol'
      ? [
          ['price', order.price_minor],
          ['fee', isOpen && money && -money.creator_fee_minor],
          ['you_earned', rest && money?.released_creator_minor],
          ['you_earn', isOpen && (rest ?? money)?.creator_minor],
        ]
      : [
          ['price', order.price_minor],
          ['buyer_fee', order.buyer_fee_minor],
          ['total', totalOf(order)],
          ['paid_wallet', money?.is_paid && money.wallet_minor],
          [
            isOnChain(order.currency) ? 'paid_chain' : 'paid_card',
            money?.is_paid && money.provider_minor,
          ],
          ['milestone_accepted', rest && money && money.total_minor - rest.total_minor],
          ['escrow', held?.escrow],
          ['held_fee', held?.held_fee],
        ]
  return rows.flatMap(([key, minor]) =>
    minor ? [{ label: LABELS[key], minor, strong: key === 'total' || key === 'you_earn' }] : [],
  )
}
