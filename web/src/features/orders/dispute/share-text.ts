import { moneySchema } from '@/domain/money/money-field.ts'
import { formatMoney } from '@/domain/money/money.ts'
import type { Order } from '@/domain/orders/order-query.ts'
import { textKey } from '@/lib/i18n/text.ts'

type Divided = Pick<Order, 'currency' | 'price_minor' | 'released_minor'>

/** Schema of a typed share of the price. It is at least the part that accepted milestones have paid. */
export function shareSchema(
  { currency, price_minor: most, released_minor: least }: Divided,
  locale: string,
  optional = false,
) {
  const show = (minor: number) => formatMoney(minor, currency, locale)
  const wrong = textKey('orders:share_wrong', { least: show(least), price: show(most) })
  return moneySchema({ currency, locale, least, most, zero: true, optional, wrong })
}
