import * as z from 'zod/mini'
import { moneyInput, parseMoney } from '@/domain/money/money.ts'
import { CURRENCIES, DISCLOSURES, USAGE_RIGHTS } from '@/domain/vocabulary.generated.ts'
import { textKey } from '@/lib/text.ts'
import type { Pack } from './queries.ts'

export const TITLE_MAX = 120
export const DESCRIPTION_MAX = 4000
export const DELIVERY_DAYS_MAX = 90
export const REVISIONS_MAX = 10
export const DELIVERABLES_MAX = 20
export const DELIVERABLE_MAX = 200
export const STAY_UP_DAYS_MAX = 3650

const days = z.int(textKey('packs:field.delivery_days_range'))
const revisions = z.int(textKey('packs:field.revisions_range'))
const stayUp = z.int(textKey('packs:field.stay_up_range'))

/** One line each. */
export const deliverablesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** `locale` decides how a typed amount is read: "1.250,00" is German for "1,250.00". */
export function packSchema(locale: string) {
  return z
    .object({
      title: z
        .string()
        .check(
          z.trim(),
          z.minLength(3, textKey('packs:field.title_short')),
          z.maxLength(TITLE_MAX, textKey('packs:field.title_long')),
        ),
      description: z
        .string()
        .check(z.trim(), z.maxLength(DESCRIPTION_MAX, textKey('packs:field.description_long'))),
      platform: z.nullable(z.string()),
      price: z.string(),
      currency: z.enum(CURRENCIES),
      deliveryDays: days.check(
        z.gte(1, textKey('packs:field.delivery_days_range')),
        z.lte(DELIVERY_DAYS_MAX, textKey('packs:field.delivery_days_range')),
      ),
      revisions: revisions.check(
        z.gte(0, textKey('packs:field.revisions_range')),
        z.lte(REVISIONS_MAX, textKey('packs:field.revisions_range')),
      ),
      deliverables: z.string().check(
        z.refine((text) => {
          const lines = deliverablesOf(text)
          return (
            lines.length <= DELIVERABLES_MAX &&
            lines.every((line) => line.length <= DELIVERABLE_MAX)
          )
        }, textKey('packs:field.deliverables_long')),
      ),
      usageRights: z.nullable(z.enum(USAGE_RIGHTS)),
      stayUpDays: z.union([
        z.literal(''),
        stayUp.check(
          z.gte(1, textKey('packs:field.stay_up_range')),
          z.lte(STAY_UP_DAYS_MAX, textKey('packs:field.stay_up_range')),
        ),
      ]),
      disclosure: z.nullable(z.enum(DISCLOSURES)),
      needsDraft: z.boolean(),
      isPublished: z.boolean(),
    })
    .check(
      z.refine((input) => (parseMoney(input.price, input.currency, locale) ?? 0) > 0, {
        path: ['price'],
        error: textKey('packs:field.price_invalid'),
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
    price: pack ? moneyInput(pack.price_minor, currency, locale) : '',
    currency,
    deliveryDays: pack?.delivery_days ?? 7,
    revisions: pack?.revisions ?? 2,
    deliverables: pack?.deliverables.join('\n') ?? '',
    usageRights: pack?.usage_rights ?? null,
    stayUpDays: pack?.stay_up_days ?? '',
    disclosure: pack?.disclosure ?? null,
    needsDraft: pack?.needs_draft ?? false,
    isPublished: pack?.is_published ?? true,
  }
}

export function packOf(input: PackInput, locale: string) {
  return {
    title: input.title.trim(),
    description: input.description.trim(),
    platform: input.platform || null,
    price_minor: parseMoney(input.price, input.currency, locale) ?? 0,
    currency: input.currency,
    delivery_days: input.deliveryDays,
    revisions: input.revisions,
    deliverables: deliverablesOf(input.deliverables),
    usage_rights: input.usageRights,
    stay_up_days: input.stayUpDays === '' ? null : input.stayUpDays,
    disclosure: input.disclosure,
    needs_draft: input.needsDraft,
    is_published: input.isPublished,
  }
}
