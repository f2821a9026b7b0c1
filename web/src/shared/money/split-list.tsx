import { useTranslation } from 'react-i18next'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { MoneyText } from './money-text.tsx'
import primitives from '@/ui/primitives.module.css'
import { heldOf, partsOf, type Split } from '@/domain/money/split.ts'

/** Label of the reader's own part. */
const OWN = { creator: 'money.creator_kol', brand: 'money.brand_brand' } as const

interface RowProps {
  label: string
  minor: number
  currency: string
  strong?: boolean
}

interface Props {
  split: Split
  currency: string
  /** Side of the reader, which decides the wording; null for staff. */
  side: OrderSide | null
  /** Label of the divided sum; without it, the sum is what is held: in escrow, and the fee beside it. */
  total?: string
}

function Row({ label, minor, currency, strong }: RowProps) {
  return (
    <div data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd>
        <MoneyText minor={minor} currency={currency} />
      </dd>
    </div>
  )
}

/** Parts that an order's money is divided into; they add up to what stands above them. */
export function SplitList({ split, currency, side, total }: Props) {
  const { t } = useTranslation()
  const own = side === 'kol' ? 'creator' : 'brand'
  const held = heldOf(split)
  return (
    <dl className={primitives.pairs}>
      {total ? (
        <Row label={total} minor={split.total_minor} currency={currency} />
      ) : (
        <>
          <Row label={t('money.escrow')} minor={held.escrow} currency={currency} />
          {held.held_fee !== 0 && (
            <Row label={t('money.held_fee')} minor={held.held_fee} currency={currency} />
          )}
        </>
      )}
      {partsOf(split).map(({ part, minor }) => (
        <Row
          key={part}
          label={t(part === own && side !== null ? OWN[part] : `money.${part}`)}
          minor={minor}
          currency={currency}
          strong={side !== null && part === own}
        />
      ))}
    </dl>
  )
}
