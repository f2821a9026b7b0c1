import { Button } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { formatMoney } from '@/domain/money/money.ts'
import { totalOf, usePay } from '@/domain/orders/checkout.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { usePayLabel } from './payment-parts.tsx'

/** Buttons to pay: with the wallet first, or everything through the payment provider. */
export function PayButtons({ order }: { order: Order }) {
  const { t, i18n } = useTranslation('checkout')
  const pay = usePay()
  const total = totalOf(order)
  const { parts, label } = usePayLabel('pay', total, order.currency)
  const busy = pay.isPending || (pay.isSuccess && pay.data !== 'wallet_changed')
  return (
    <>
      {parts && parts.wallet_minor > 0 && (
        <Button
          variant="subtle"
          disabled={busy}
          onClick={() => pay.mutate({ order, useWallet: false })}
        >
          {t('keep_wallet', { amount: formatMoney(total, order.currency, i18n.language) })}
        </Button>
      )}
      <Button
        data-autofocus
        // The button is disabled until the amounts are shown.
        loading={busy}
        disabled={!parts}
        onClick={() => parts && pay.mutate({ order, seen: parts })}
      >
        {label}
      </Button>
    </>
  )
}
