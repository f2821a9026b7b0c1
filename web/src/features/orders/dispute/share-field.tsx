import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { formatMoney, parseMoney } from '@/domain/money/money.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { ShareSplit } from '@/shared/orders/share-split.tsx'

interface Props extends TextInputProps {
  order: Order
  side: OrderSide
  typed: string
  hint?: string
}

/** Field for a share of the price. It shows what is paid already, and what each side would get. */
export function ShareField({ order, side, typed, hint, ...field }: Props) {
  const { t, i18n } = useTranslation('orders')
  const { currency, price_minor: price, released_minor: paid } = order
  const share = parseMoney(typed, currency, i18n.language)
  const money = formatMoney(paid, currency, i18n.language)
  return (
    <>
      <TextInput
        description={[paid > 0 && t('share_paid', { paid: money }), hint].filter(Boolean).join(' ')}
        inputMode="decimal"
        {...field}
      />
      <div role="status">
        {share !== null && share >= paid && share <= price && (
          <ShareSplit orderId={order.id} shareMinor={share} side={side} />
        )}
      </div>
    </>
  )
}
