import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { isOnChain } from '@/domain/money/on-chain.ts'
import { formatMoney } from '@/domain/money/money.ts'
import { AmountRow } from '@/shared/money/amount-row.tsx'
import { paymentPartsQuery, type PaymentParts } from '@/domain/orders/checkout.ts'
import { toUserMessage } from '@/lib/api/errors.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import primitives from '@/ui/primitives.module.css'
import styles from './payment-parts.module.css'

interface Props {
  priceMinor: number
  /** Price including the buyer's fee. */
  totalMinor: number
  currency: string
  /** False to pay everything by card. */
  useWallet?: boolean
}

const usePartsQuery = (totalMinor: number, currency: string) =>
  useQuery({ ...paymentPartsQuery(totalMinor, currency), enabled: !isOnChain(currency) })

/** The parts of the total that the wallet and the card pay, computed by the database. */
export function usePaymentParts(totalMinor: number, currency: string, useWallet = true) {
  const isElsewhere = isOnChain(currency)
  const { data } = usePartsQuery(totalMinor, currency)
  return !isElsewhere && (useWallet || !data)
    ? data
    : { wallet_minor: 0, provider_minor: totalMinor }
}

/** Cost of an order and how it is paid: the part from the wallet and the rest by card. */
export function PaymentPartsList({ priceMinor, totalMinor, currency, useWallet }: Props) {
  const { t } = useTranslation(['checkout', 'common'])
  const parts = usePaymentParts(totalMinor, currency, useWallet)
  const query = usePartsQuery(totalMinor, currency)
  const fee = totalMinor - priceMinor
  // Nothing can be paid while the parts are unknown.
  if (!parts && query.error)
    return (
      <ErrorState bare message={toUserMessage(query.error)} onRetry={() => void query.refetch()} />
    )
  return (
    <div className={styles.parts}>
      <dl className={primitives.pairs}>
        {fee > 0 && <AmountRow label={t('common:price')} minor={priceMinor} currency={currency} />}
        {fee > 0 && <AmountRow label={t('buyer_fee')} minor={fee} currency={currency} />}
        <AmountRow label={t('common:total')} minor={totalMinor} currency={currency} />
        {parts && parts.wallet_minor > 0 && (
          <AmountRow label={t('from_wallet')} minor={parts.wallet_minor} currency={currency} />
        )}
        {parts && parts.provider_minor > 0 && !isOnChain(currency) && (
          <AmountRow label={t('by_card')} minor={parts.provider_minor} currency={currency} />
        )}
      </dl>
      {parts && parts.wallet_minor > 0 && parts.provider_minor > 0 && <p>{t('wallet_waits')}</p>}
    </div>
  )
}

interface WalletProps {
  totalMinor: number
  currency: string
  checked: boolean
  onChange: (useWallet: boolean) => void
}

/** Choice whether the wallet pays its part of the total. It is absent if the wallet has nothing to pay with. */
export function UseWallet({ totalMinor, currency, checked, onChange }: WalletProps) {
  const { t, i18n } = useTranslation('ordering')
  const parts = usePaymentParts(totalMinor, currency)
  if (!parts || parts.wallet_minor === 0) return null
  const amount = formatMoney(parts.wallet_minor, currency, i18n.language)
  return (
    <Checkbox
      label={t('use_wallet', { amount })}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** Label of the pay button: the amount, and whether the wallet or the card pays it. */
export function usePayLabel(
  act: 'pay' | 'order' | 'accept',
  totalMinor: number,
  currency: string,
  useWallet = true,
) {
  const { t, i18n } = useTranslation('checkout')
  const parts = usePaymentParts(totalMinor, currency, useWallet)
  const show = (minor: number) => formatMoney(minor, currency, i18n.language)
  const label = ({ wallet_minor, provider_minor }: PaymentParts) => {
    if (isOnChain(currency)) return t(`${act}_on_chain`, { amount: show(provider_minor) })
    if (provider_minor > 0) {
      const amount = show(provider_minor)
      return act === 'pay' ? t('pay_rest', { amount }) : t(`${act}_by_card`, { amount })
    }
    const amount = show(wallet_minor)
    return act === 'pay' ? t('pay_from_wallet', { amount }) : t(`${act}_from_wallet`, { amount })
  }
  return { parts, label: parts ? label(parts) : show(totalMinor) }
}
