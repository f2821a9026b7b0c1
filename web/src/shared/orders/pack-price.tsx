import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { tiersOf, type Offered } from '@/domain/orders/choices.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'

/** The price of a pack; it is the lowest one if the pack has tiers. */
export function PackPrice({ pack }: { pack: Offered & { currency: string } }) {
  const { t } = useTranslation()
  return (
    <>
      {tiersOf(pack).length > 0 && `${t('from_price.from')} `}
      <MoneyText minor={pack.price_minor} currency={pack.currency} />
    </>
  )
}
