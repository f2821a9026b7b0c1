import { useTranslation } from 'react-i18next'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { MoneyText } from './money-text.tsx'
import styles from './money-list.module.css'
import { partsOf, type Split } from './split.ts'

/** The words for the reader's own part. */
const OWN = { creator: 'money.creator_kol', brand: 'money.brand_brand' } as const

interface Props {
  split: Split
  currency: string
  /** Whose words are used; null for staff. */
  side: OrderSide | null
  /** What is divided, where it is not what is in escrow. */
  total?: string
}

/** Where the money of an order goes, each part by its name: they sum to the first line. */
export function SplitList({ split, currency, side, total }: Props) {
  const { t } = useTranslation()
  const own = side === 'kol' ? 'creator' : 'brand'
  return (
    <dl className={styles.money}>
      <div>
        <dt>{total ?? t('money.total')}</dt>
        <dd>
          <MoneyText minor={split.total_minor} currency={currency} />
        </dd>
      </div>
      {partsOf(split).map(({ part, minor }) => (
        <div key={part} data-strong={(side !== null && part === own) || undefined}>
          <dt>{t(part === own && side !== null ? OWN[part] : `money.${part}`)}</dt>
          <dd>
            <MoneyText minor={minor} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
