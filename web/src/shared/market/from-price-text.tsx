import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { FromPrice } from '@/domain/market/from-prices.ts'
import { MoneyText } from '@/shared/money/money-text.tsx'

/** A creator's lowest price and shortest delivery time, in one line. */
export function FromPriceText({ price }: { price: FromPrice | null | undefined }) {
  const { t } = useTranslation()
  // A non-breaking space keeps the line's height until the price is loaded.
  if (price === undefined) return '\u00a0'
  if (price === null) return t('from_price.none')
  return (
    <span>
      {t('from_price.from')}{' '}
      <b>
        <MoneyText minor={price.price_minor} currency={price.currency} />
      </b>
      {' · '}
      {t('days', { count: price.delivery_days })}
    </span>
  )
}
