import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MoneyText } from '@/domain/money/money-text.tsx'
import { paymentPartsQuery } from './checkout.ts'
import styles from './payment-parts.module.css'

interface Props {
  totalMinor: number
  currency: string
}

/** What comes out of the wallet and what is left to pay; nothing while the wallet is empty. */
export function PaymentPartsList({ totalMinor, currency }: Props) {
  const { t } = useTranslation('checkout')
  const { data: parts } = useQuery(paymentPartsQuery(totalMinor, currency))
  if (!parts || parts.wallet_minor === 0) return null
  return (
    <dl className={styles.parts}>
      <div>
        <dt>{t('total')}</dt>
        <dd>
          <MoneyText minor={totalMinor} currency={currency} />
        </dd>
      </div>
      <div>
        <dt>{t('from_wallet')}</dt>
        <dd>
          <MoneyText minor={-parts.wallet_minor} currency={currency} />
        </dd>
      </div>
      <div>
        <dt>{t('left_to_pay')}</dt>
        <dd>
          <MoneyText minor={parts.provider_minor} currency={currency} />
        </dd>
      </div>
      {parts.provider_minor > 0 && <p>{t('wallet_waits')}</p>}
    </dl>
  )
}
