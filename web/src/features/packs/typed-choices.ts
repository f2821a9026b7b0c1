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
  kind: Kind,
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

type TypedPack = {
  tiers: TypedChoice[]
  extras: TypedChoice[]
  price: string
  currency: string
  deliveryDays: number
}
type Kind = 'tiers' | 'extras'
type Check = { error: string; wrong: (entry: TypedChoice, at: number) => (keyof TypedChoice)[] }

const INCOMPLETE = {
  tiers: textKey('packs:choice.tier_incomplete', { days: days.max, revisions: revisions.max }),
  extras: textKey('packs:choice.extra_incomplete'),
}

/** The name by which the database compares entries. */
const comparable = ({ name }: TypedChoice) => name.trim().normalize('NFKC').toLowerCase()

function namesDiffer(kind: Kind, { tiers, extras }: TypedPack): Check {
  const names = (kind === 'tiers' ? tiers : [...tiers, ...extras]).map(comparable)
  const first = kind === 'tiers' ? 0 : tiers.length
  return {
    error: textKey('packs:choice.name_repeated'),
    wrong: (_, at) => (names.indexOf(names[first + at] ?? '') < first + at ? ['name'] : []),
  }
}

/** Each price is above the one before it, beginning with that of the pack; a missing one is refused by other checks. */
function tiersGetDearer({ tiers, price, currency }: TypedPack, locale: string): Check {
  const prices = [price, ...tiers.map((tier) => tier.price)].map(
    (text) => parseMoney(text, currency, locale) ?? 0,
  )
  return {
    error: textKey('packs:choice.tier_not_dearer'),
    wrong: (_, at) => ((prices[at + 1] ?? 0) > (prices[at] ?? 0) ? [] : ['price']),
  }
}

/** The time of every offer stays within the range, with all extras that shorten it, and with all that lengthen it. */
function extrasLeaveTime({ tiers, extras, deliveryDays }: TypedPack): Check {
  const times = [deliveryDays, ...tiers.flatMap((tier) => numberIn(tier.days, days) ?? [])]
  const more = extras.map((extra) => numberIn(extra.days || '0', EXTRA_DAYS) ?? 0)
  const sum = (sign: number) =>
    more.reduce((total, each) => total + (Math.sign(each) === sign ? each : 0), 0)
  const isShort = Math.min(...times) + sum(-1) < days.min
  const isLong = Math.max(...times) + sum(1) > days.max
  return {
    error: textKey('packs:choice.days_out_of_range', days),
    wrong: (_, at) =>
      (isShort && (more[at] ?? 0) < 0) || (isLong && (more[at] ?? 0) > 0) ? ['days'] : [],
  }
}

/** The first fault of the tiers or of the extras: its message, and the fields of each entry that are wrong; null if there is none. */
export function choiceFault(kind: Kind, pack: TypedPack, locale: string) {
  const checks: Check[] = [
    {
      error: INCOMPLETE[kind],
      wrong: (entry) => wrongFields(kind, entry, pack.currency, locale),
    },
    namesDiffer(kind, pack),
    kind === 'tiers' ? tiersGetDearer(pack, locale) : extrasLeaveTime(pack),
  ]
  for (const { error, wrong } of checks) {
    const fields = pack[kind].map(wrong)
    if (fields.some((each) => each.length > 0)) return { error, fields }
  }
  return null
}

export const choiceChecks = (locale: string) =>
  (['tiers', 'extras'] as const).map((kind) =>
    z.refine<TypedPack>((pack) => choiceFault(kind, pack, locale) === null, {
      path: [kind],
      error: ({ input }) => choiceFault(kind, input as TypedPack, locale)?.error,
    }),
  )

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
