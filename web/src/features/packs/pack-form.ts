import * as z from 'zod/mini'
import { formatMoney, moneyInput, parseMoney } from '@/domain/money/money.ts'
import {
  CURRENCIES,
  DISCLOSURES,
  LIMITS,
  PRICE_BOUNDS,
  USAGE_RIGHTS,
} from '@/domain/vocabulary.generated.ts'
import { wholeNumber } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import type { Pack } from './queries.ts'
import { choiceChecks, choiceShape, extraOf, tierOf, typedChoices } from './typed-choices.ts'

const {
  packs_title_length: title,
  packs_description_length: description,
  packs_delivery_days_in_range: days,
  packs_revisions_in_range: revisions,
  packs_deliverables_short: deliverables,
  packs_stay_up_days_in_range: stayUp,
} = LIMITS

/** The deliverables in a typed text, one per line. */
export const deliverablesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

type PriceInput = { price: string; currency: (typeof CURRENCIES)[number] }

/** True if the price is within its bounds. An invalid price also counts, because another check refuses it. */
function isWithinBounds({ price, currency }: PriceInput, locale: string): boolean {
  const minor = parseMoney(price, currency, locale) ?? 0
  const { min, max } = PRICE_BOUNDS[currency]
  return minor <= 0 || (min <= minor && minor <= max)
}

/** Schema of the form. `locale` decides how an amount is read: "1.250,00" in German is "1,250.00" in English. */
export function packSchema(locale: string) {
  return z
    .object({
      title: z
        .string()
        .check(
          z.trim(),
          z.minLength(title.min, textKey('common:too_short', title)),
          z.maxLength(title.max, textKey('common:too_long', title)),
        ),
      description: z
        .string()
        .check(z.trim(), z.maxLength(description.max, textKey('common:too_long', description))),
      platform: z.nullable(z.string()),
      picture: z.nullable(z.string()),
      price: z.string(),
      currency: z.enum(CURRENCIES),
      deliveryDays: wholeNumber(days, textKey('packs:field.delivery_days_range', days)),
      revisions: wholeNumber(revisions),
      deliverables: z.string().check(
        z.refine(
          (text) => {
            const lines = deliverablesOf(text)
            return (
              lines.length <= deliverables.max &&
              lines.every((line) => line.length <= deliverables.each)
            )
          },
          textKey('packs:field.deliverables_long', deliverables),
        ),
      ),
      usageRights: z.nullable(z.enum(USAGE_RIGHTS)),
      stayUpDays: z.union([
        z.literal(''),
        wholeNumber(stayUp, textKey('packs:field.stay_up_range', stayUp)),
      ]),
      disclosure: z.nullable(z.enum(DISCLOSURES)),
      needsDraft: z.boolean(),
      tiers: z.array(choiceShape),
      extras: z.array(choiceShape),
      isPublished: z.boolean(),
    })
    .check(
      z.refine((input) => (parseMoney(input.price, input.currency, locale) ?? 0) > 0, {
        path: ['price'],
        error: textKey('packs:field.price_invalid'),
      }),
      ...choiceChecks(locale),
      z.refine((input) => isWithinBounds(input, locale), {
        path: ['price'],
        error: ({ input }) => {
          const { currency } = input as PriceInput
          const { min, max } = PRICE_BOUNDS[currency]
          const show = (minor: number) => formatMoney(minor, currency, locale)
          return textKey('packs:field.price_bounds', { currency, min: show(min), max: show(max) })
        },
      }),
    )
}

export type PackInput = z.infer<ReturnType<typeof packSchema>>

export function inputOf(pack: Pack | null, locale: string): PackInput {
  const currency = CURRENCIES.find((each) => each === pack?.currency) ?? 'USD'
  return {
    title: pack?.title ?? '',
    description: pack?.description ?? '',
    platform: pack?.platform ?? null,
    picture: pack?.picture ?? null,
    price: pack ? moneyInput(pack.price_minor, currency, locale) : '',
    currency,
    deliveryDays: pack?.delivery_days ?? 7,
    revisions: pack?.revisions ?? 2,
    deliverables: pack?.deliverables.join('\n') ?? '',
    usageRights: pack?.usage_rights ?? null,
    stayUpDays: pack?.stay_up_days ?? '',
    disclosure: pack?.disclosure ?? null,
    needsDraft: pack?.needs_draft ?? false,
    ...typedChoices(pack, currency, locale),
    isPublished: pack?.is_published ?? true,
  }
}

export function packOf(input: PackInput, locale: string) {
  return {
    title: input.title.trim(),
    description: input.description.trim(),
    platform: input.platform || null,
    picture: input.picture || null,
    price_minor: parseMoney(input.price, input.currency, locale) ?? 0,
    currency: input.currency,
    delivery_days: input.deliveryDays,
    revisions: input.revisions,
    deliverables: deliverablesOf(input.deliverables),
    usage_rights: input.usageRights,
    stay_up_days: input.stayUpDays === '' ? null : input.stayUpDays,
    disclosure: input.disclosure,
    needs_draft: input.needsDraft,
    tiers: input.tiers.flatMap((each) => tierOf(each, input.currency, locale) ?? []),
    extras: input.extras.flatMap((each) => extraOf(each, input.currency, locale) ?? []),
    is_published: input.isPublished,
  }
}
