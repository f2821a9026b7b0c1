import type { Terms } from '../terms.ts'
import { formatMoney } from './money.ts'

const PRICE_MINOR = 120_000

/** What an order of one price costs and brings at the present fees, in words of the language. */
export function exampleOrder(terms: Readonly<Terms>, locale: string) {
  // Rounded up, as private.terms does
  const feeOf = (percent: number) => Math.ceil((PRICE_MINOR * percent) / 100)
  const fee = feeOf(terms.creator_fee)
  const amounts = {
    price: PRICE_MINOR,
    paid: PRICE_MINOR + feeOf(terms.buyer_fee),
    fee,
    received: PRICE_MINOR - fee,
  }
  const show = (minor: number) => formatMoney(minor, 'USD', locale)
  return {
    price: show(amounts.price),
    paid: show(amounts.paid),
    fee: show(amounts.fee),
    received: show(amounts.received),
  }
}
