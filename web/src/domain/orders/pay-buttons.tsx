import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '@/domain/money/money.ts'
import { paymentPartsQuery, totalOf, usePay } from './checkout.ts'
import type { Order } from './order-query.ts'

/** Pays with the wallet first. Who would rather keep the wallet pays everything at the provider. */
export function PayButtons({ order }: { order: Order }) {
  const { t, i18n } = useTranslation('checkout')
  const pay = usePay()
  const busy = pay.isPending || pay.isSuccess
  const { data: parts } = useQuery(paymentPartsQuery(totalOf(order), order.currency))
  const fromWallet = parts?.wallet_minor ?? 0
  const label =
    !parts || fromWallet === 0
      ? t('pay')
      : parts.provider_minor === 0
        ? t('pay_from_wallet')
        : t('pay_rest', {
            amount: formatMoney(parts.provider_minor, order.currency, i18n.language),
          })
  return (
    <>
      {fromWallet > 0 && (
        <Button
          variant="subtle"
          disabled={busy}
          onClick={() => pay.mutate({ order, useWallet: false })}
        >
          {t('keep_wallet')}
        </Button>
      )}
      <Button data-autofocus loading={busy} onClick={() => pay.mutate({ order })}>
        {label}
      </Button>
    </>
  )
}
