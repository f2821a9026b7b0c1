import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { basePrice, type Bought } from '@/domain/orders/choices.ts'
import { AmountRow } from '@/shared/money/amount-row.tsx'
import { MemberText } from '@/ui/member-text.tsx'
import primitives from '@/ui/primitives.module.css'

/** The tier and the extras of an order with their prices, one line each; nothing if there are none. */
export function BoughtLines({ bought, currency }: { bought: Bought; currency: string }) {
  const { t } = useTranslation('promise')
  const { tier, extras = [] } = bought
  if (!tier && extras.length === 0) return null
  return (
    <>
      <dl className={primitives.pairs}>
        <AmountRow label={tier?.name ?? t('basic')} minor={basePrice(bought)} currency={currency} />
        {extras.map(({ name, price_minor }) => (
          <AmountRow key={name} label={name} minor={price_minor} currency={currency} signed />
        ))}
      </dl>
      {tier?.description && <MemberText text={tier.description} className={primitives.quiet} />}
    </>
  )
}
