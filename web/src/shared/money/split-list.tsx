import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { OrderSide } from '@/domain/orders/orders.ts'
import { AmountRow } from './amount-row.tsx'
import primitives from '@/ui/primitives.module.css'
import { heldOf, splitParts, type Split } from '@/domain/money/split.ts'

/** Label of the reader's own part. */
const OWN = { creator: 'money.creator_kol', brand: 'money.brand_brand' } as const

interface Props {
  split: Split
  currency: string
  /** The side of the reader, which decides the wording; null for staff. */
  side: OrderSide | null
  /** Label of the total. Without it, the total is shown as released from escrow and from the fee outside it. */
  total?: string
}

/** The parts of an order's money. They add up to the total above the line. */
export function SplitList({ split, currency, side, total }: Props) {
  const { t } = useTranslation()
  const own = side === 'kol' ? 'creator' : 'brand'
  const held = heldOf(split)
  return (
    <dl className={primitives.pairs}>
      {total ? (
        <AmountRow label={total} minor={split.total_minor} currency={currency} />
      ) : (
        <>
          <AmountRow label={t('money.from_escrow')} minor={held.escrow} currency={currency} />
          {held.held_fee !== 0 && (
            <AmountRow label={t('money.held_fee')} minor={held.held_fee} currency={currency} />
          )}
        </>
      )}
      {splitParts(split).map(({ part, minor }, index) => (
        <AmountRow
          key={part}
          label={t(part === own && side !== null ? OWN[part] : `money.${part}`)}
          minor={minor}
          currency={currency}
          strong={side !== null && part === own}
          line={index === 0}
        />
      ))}
    </dl>
  )
}
