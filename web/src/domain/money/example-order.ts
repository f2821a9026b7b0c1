import type { Terms } from '../terms.ts'
import { creatorShare, totalPrice } from './creator-share.ts'
import { formatMoney } from './money.ts'

const PRICE_MINOR = 120_000

/** Amounts of an example order at the current fees, formatted for the locale. */
export function exampleOrder(terms: Readonly<Terms>, locale: string) {
  const received = creatorShare(PRICE_MINOR, terms.creator_fee)
  const paid = totalPrice(PRICE_MINOR, terms.buyer_fee, 'USD')
  const show = (minor: number) => formatMoney(minor, 'USD', locale)
  return {
    price: show(PRICE_MINOR),
    paid: show(paid),
    fee: show(paid - received),
    received: show(received),
  }
}
