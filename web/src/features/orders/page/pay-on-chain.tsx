import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { chainPaymentsQuery, signedPayment } from '@/domain/chain/chain-payments.ts'
import { isOnChain } from '@/domain/money/on-chain.ts'
import { formatMoney } from '@/domain/money/money.ts'
import { totalOf } from '@/domain/orders/checkout.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { isUnpaid, type OrderSide } from '@/domain/orders/orders.ts'
import { paths } from '@/domain/paths.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'

/** True while a brand has to pay an order with a wallet, or its payment is on its way. */
export const isPaidBySigning = ({ currency, status }: Order, side: OrderSide) =>
  side === 'brand' && isOnChain(currency) && isUnpaid(status)

/** The way to the page on which the wallet signs, and which shows how far the payment is. */
export function PayOnChain({ order }: { order: Order }) {
  const { t, i18n } = useTranslation('orders')
  const { data = [] } = useQuery(chainPaymentsQuery(order.id))
  const isOnItsWay = signedPayment(data)?.closed_at === null
  const amount = formatMoney(totalOf(order), order.currency, i18n.language)
  return (
    <Button component={Link} href={paths.checkout(order.id)}>
      {isOnItsWay ? t('pay_on_its_way') : t('pay_amount', { amount })}
    </Button>
  )
}
