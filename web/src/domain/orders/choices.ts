// A buyer's choice of a pack's tiers and extras. The price, days and revisions of the pack itself are the basic offer.
import type { Translate } from '@/lib/i18n/use-translation.ts'

export type Tier = {
  name: string
  description?: string
  price_minor: number
  delivery_days: number
  revisions: number
}
/** An extra. Its days are added to the delivery time of the offer; a negative number shortens it. */
export type Extra = { name: string; price_minor: number; days: number }

/** Names of the tier and the extras; a tier of null means the basic offer. */
export type Choice = { tier: string | null; extras: string[] }

export type Offered = Pick<Tier, 'price_minor' | 'delivery_days' | 'revisions'> & {
  tiers?: unknown
  extras?: unknown
}

export const tiersOf = ({ tiers }: Offered) => (tiers ?? []) as Tier[]
export const extrasOf = ({ extras }: Offered) => (extras ?? []) as Extra[]
export const hasChoices = (offered: Offered) =>
  tiersOf(offered).length + extrasOf(offered).length > 0

const sum = (extras: Extra[], key: 'price_minor' | 'days') =>
  extras.reduce((total, extra) => total + extra[key], 0)

/** The terms of an order with this choice, computed as in `private.chosen_terms`. Names that are not offered are ignored. */
export function chosenTerms<T extends Offered>(offered: T, choice: Choice) {
  const tier = tiersOf(offered).find(({ name }) => name === choice.tier)
  const extras = extrasOf(offered).filter(({ name }) => choice.extras.includes(name))
  const { price_minor, delivery_days, revisions } = tier ?? offered
  return {
    ...offered,
    price_minor: price_minor + sum(extras, 'price_minor'),
    delivery_days: delivery_days + sum(extras, 'days'),
    revisions,
    tier,
    extras,
  }
}

export type Bought = { price_minor: number; tier?: Tier | undefined; extras?: Extra[] }

/** The tier and the extras of an order. */
export const choiceOf = ({ tier, extras = [] }: Partial<Bought>): Choice => ({
  tier: tier?.name ?? null,
  extras: extras.map(({ name }) => name),
})

/** The price of an order without its extras. */
export const basePrice = ({ price_minor, extras = [] }: Bought) =>
  price_minor - sum(extras, 'price_minor')

export const extraDaysText = ({ days }: Extra, t: Translate<'promise'>) =>
  days === 0 ? null : t(days > 0 ? 'days_more' : 'days_sooner', { count: Math.abs(days) })
