import { useTranslation } from '@/lib/i18n/use-translation.ts'
import type { FromPrice } from '@/domain/market/from-prices.ts'
import { decimalsOf, formatMoney } from '@/domain/money/money.ts'

/** Formats a price without the decimals of whole amounts, which make comparing harder. */
function plainPrice({ price_minor, currency }: FromPrice, locale: string): string {
  const text = formatMoney(price_minor, currency, locale)
  const isWhole = price_minor % 10 ** decimalsOf(currency) === 0
  return isWhole ? text.replace(/[.,]00(?=\D*$)/, '') : text
}

/** A creator's lowest price and shortest delivery time, in one line. */
export function FromPriceText({ price }: { price: FromPrice | null | undefined }) {
  const { t, i18n } = useTranslation()
  // A non-breaking space keeps the line's height until the price is loaded.
  if (price === undefined) return '\u00a0'
  if (price === null) return t('from_price.none')
  return (
    <span className="k-numbers">
      {t('from_price.from')} <b>{plainPrice(price, i18n.language)}</b>
      {' · '}
      {t('days', { count: price.delivery_days })}
    </span>
  )
}
