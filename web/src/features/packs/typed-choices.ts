import * as z from 'zod/mini'
import { moneyInput, parseMoney } from '@/domain/money/money.ts'
import { extrasOf, tiersOf, type Extra, type Offered, type Tier } from '@/domain/orders/choices.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { textKey } from '@/lib/i18n/text.ts'

const { packs_delivery_days_in_range: days, packs_revisions_in_range: revisions } = LIMITS

type Range = { readonly min: number; readonly max: number }

/** The typed fields of a tier or an extra; an extra has no description and no revisions. */
export type TypedChoice = Record<'name' | 'description' | 'price' | 'days' | 'revisions', string>
export const NO_CHOICE: TypedChoice = {
  name: '',
  description: '',
  price: '',
  days: '',
  revisions: '',
}
export const choiceShape = z.object({
  name: z.string(),
  description: z.string(),
  price: z.string(),
  days: z.string(),
  revisions: z.string(),
})

/** A whole number within a range; null for any other text. */
function numberIn(text: string, { min, max }: Range): number | null {
  const typed = text.trim().replace('−', '-')
  const number = /^-?\d{1,3}$/.test(typed) ? Number(typed) : NaN
  return min <= number && number <= max ? number : null
}

const EXTRA_DAYS = { min: 1 - days.max, max: days.max - 1 }

/** The tier; null while a field is missing or wrong. */
export function tierOf(typed: TypedChoice, currency: string, locale: string): Tier | null {
  const name = typed.name.trim()
  const description = typed.description.trim()
  const price_minor = parseMoney(typed.price, currency, locale)
  const delivery_days = numberIn(typed.days, days)
  const allowed = numberIn(typed.revisions, revisions)
  if (!name || !price_minor || delivery_days === null || allowed === null) return null
  return {
    name,
    ...(description && { description }),
    price_minor,
    delivery_days,
    revisions: allowed,
  }
}

export function extraOf(typed: TypedChoice, currency: string, locale: string): Extra | null {
  const name = typed.name.trim()
  const price_minor = parseMoney(typed.price, currency, locale)
  const more = numberIn(typed.days || '0', EXTRA_DAYS)
  return name && price_minor && more !== null ? { name, price_minor, days: more } : null
}

/** The fields that are missing or wrong. */
export function wrongFields(
  kind: 'tiers' | 'extras',
  typed: TypedChoice,
  currency: string,
  locale: string,
): (keyof TypedChoice)[] {
  const isTier = kind === 'tiers'
  const time = isTier ? numberIn(typed.days, days) : numberIn(typed.days || '0', EXTRA_DAYS)
  const isRight = {
    name: typed.name.trim() !== '',
    price: Boolean(parseMoney(typed.price, currency, locale)),
    days: time !== null,
    revisions: !isTier || numberIn(typed.revisions, revisions) !== null,
  }
  return (Object.keys(isRight) as (keyof typeof isRight)[]).filter((field) => !isRight[field])
}

type TypedChoices = {
  tiers: TypedChoice[]
  extras: TypedChoice[]
  price: string
  currency: string
}

/** True if each price is above the one before it, beginning with that of the pack; missing and wrong ones are refused by other checks. */
function arePricesIncreasing({ tiers, price, currency }: TypedChoices, locale: string): boolean {
  const prices = [price, ...tiers.map((tier) => tier.price)].flatMap(
    (text) => parseMoney(text, currency, locale) ?? [],
  )
  return prices.every((minor, at) => at === 0 || minor > (prices[at - 1] ?? 0))
}

export const choiceChecks = (locale: string) => [
  z.refine<TypedChoices>(
    ({ tiers, currency }) =>
      tiers.every((each) => wrongFields('tiers', each, currency, locale).length === 0),
    {
      path: ['tiers'],
      error: textKey('packs:choice.tier_incomplete', { days: days.max, revisions: revisions.max }),
    },
  ),
  z.refine<TypedChoices>((input) => arePricesIncreasing(input, locale), {
    path: ['tiers'],
    error: textKey('packs:choice.tier_not_dearer'),
  }),
  z.refine<TypedChoices>(
    ({ extras, currency }) =>
      extras.every((each) => wrongFields('extras', each, currency, locale).length === 0),
    { path: ['extras'], error: textKey('packs:choice.extra_incomplete') },
  ),
]

export const typedChoices = (pack: Offered | null, currency: string, locale: string) => ({
  tiers: (pack ? tiersOf(pack) : []).map((tier) => ({
    name: tier.name,
    description: tier.description ?? '',
    price: moneyInput(tier.price_minor, currency, locale),
    days: String(tier.delivery_days),
    revisions: String(tier.revisions),
  })),
  extras: (pack ? extrasOf(pack) : []).map((extra) => ({
    ...NO_CHOICE,
    name: extra.name,
    price: moneyInput(extra.price_minor, currency, locale),
    days: String(extra.days),
  })),
})
