import { useTranslation } from 'react-i18next'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { MoneyText } from '@/domain/money/money-text.tsx'
import type { OrderAction } from './order-actions-query.ts'
import styles from './orders.module.css'

/** Who gets what of the money in escrow, for an action that ends the order. */
export function MoneyEffect({ action, side }: { action: OrderAction; side: OrderSide }) {
  const { t } = useTranslation('orders')
  const { creator_minor, brand_minor, currency } = action
  if (creator_minor === null || brand_minor === null || creator_minor + brand_minor <= 0)
    return null
  return (
    <dl className={styles.money}>
      <div>
        <dt>{t('split_creator', { context: side })}</dt>
        <dd>
          <MoneyText minor={creator_minor} currency={currency} />
        </dd>
      </div>
      <div>
        <dt>{t('split_brand', { context: side })}</dt>
        <dd>
          <MoneyText minor={brand_minor} currency={currency} />
        </dd>
      </div>
    </dl>
  )
}
