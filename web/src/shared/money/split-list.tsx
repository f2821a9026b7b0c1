import { useTranslation } from 'react-i18next'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { MoneyText } from './money-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { partsOf, type Split } from '@/domain/money/split.ts'

/** Label of the reader's own part. */
const OWN = { creator: 'money.creator_kol', brand: 'money.brand_brand' } as const

interface Props {
  split: Split
  currency: string
  /** Side of the reader, which decides the wording; null for staff. */
  side: OrderSide | null
  /** Label of the divided sum; by default it is the money in escrow. */
  total?: string
}

/** Parts that an order's money is divided into; they add up to the first line. */
export function SplitList({ split, currency, side, total }: Props) {
  const { t } = useTranslation()
  const own = side === 'kol' ? 'creator' : 'brand'
  return (
    <dl className={primitives.pairs}>
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
