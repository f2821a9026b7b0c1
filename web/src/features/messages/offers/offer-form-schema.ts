import * as z from 'zod/mini'
import type { Brief } from '@/domain/briefs/brief.ts'
import { startOfBrief, writtenBriefShape } from '@/domain/briefs/brief-form.ts'
import { moneyInput, parseMoney } from '@/domain/money/money.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requiredText } from '@/lib/form.ts'
import { textKey } from '@/lib/i18n/text.ts'
import type { Offer, OfferMilestone } from './queries.ts'

const {
  offers_title_length: title,
  offers_delivery_days_in_range: days,
  offers_revisions_in_range: revisions,
} = LIMITS

/** The typed fields of a milestone. */
export type TypedMilestone = { title: string; amount: string }

type Range = { readonly min: number; readonly max: number }
const whole = ({ min, max }: Range, message: string) =>
  z
    .string()
    .check(
      z.refine((text) => /^\d{1,3}$/.test(text.trim()) && +text >= min && +text <= max, message),
    )

export function offerSchema(locale: string, mostDays: number) {
  const read = (text: string, currency: string) => parseMoney(text, currency, locale)
  const isAmount = (text: string, currency: string) => (read(text, currency) ?? 0) > 0
  return z
    .object({
      title: z
        .string()
        .check(z.trim(), z.minLength(title.min, textKey('offers:title_needed', title))),
      scope: requiredText(textKey('offers:scope_needed')),
      price: z.string(),
      currency: z.string(),
      days: whole(days, textKey('offers:days_wrong', days)),
      revisions: whole(revisions, textKey('offers:revisions_wrong', revisions)),
      validity: whole(
        { min: 1, max: mostDays },
        textKey('offers:validity_wrong', { most: mostDays }),
      ),
      milestones: z.array(z.object({ title: z.string(), amount: z.string() })),
      needsDraft: z.boolean(),
      ...writtenBriefShape,
    })
    .check(
      z.refine(({ price, currency }) => isAmount(price, currency), {
        path: ['price'],
        error: textKey('offers:price_wrong'),
      }),
      z.refine(
        ({ milestones, currency }) =>
          milestones.every(
            ({ title, amount }) => title.trim() !== '' && isAmount(amount, currency),
          ),
        { path: ['milestones'], error: textKey('offers:milestone_incomplete') },
      ),
      z.refine(
        ({ milestones, price, currency }) =>
          milestones.length === 0 ||
          milestonesTotal(milestones, currency, locale) === read(price, currency),
        { path: ['milestones'], error: textKey('offers:milestones_wrong') },
      ),
    )
}
export type OfferFields = z.input<ReturnType<typeof offerSchema>>

/** Sum of the typed amounts; an invalid amount counts as 0. */
export const milestonesTotal = (milestones: TypedMilestone[], currency: string, locale: string) =>
  milestones.reduce((sum, { amount }) => sum + (parseMoney(amount, currency, locale) ?? 0), 0)

export const readMilestones = (
  milestones: TypedMilestone[],
  currency: string,
  locale: string,
): OfferMilestone[] =>
  milestones.map(({ title, amount }) => ({
    title: title.trim(),
    amount_minor: parseMoney(amount, currency, locale) ?? 0,
  }))

/** Initial values: the terms of the offer to which it answers, and the brand's previous brief. */
export function startOfOffer(
  former: Offer | null,
  earlier: Brief | null,
  validity: number,
  locale: string,
): OfferFields {
  const days = String(validity)
  const brief = startOfBrief(earlier)
  if (!former) {
    return {
      title: '',
      scope: '',
      price: '',
      currency: 'USD',
      days: '7',
      revisions: '2',
      validity: days,
      milestones: [],
      needsDraft: false,
      ...brief,
    }
  }
  const { currency } = former
  return {
    title: former.title,
    scope: former.scope,
    price: moneyInput(former.price_minor, currency, locale),
    currency,
    days: String(former.delivery_days),
    revisions: String(former.revisions),
    validity: days,
    milestones: former.milestones.map(({ title, amount_minor }) => ({
      title,
      amount: moneyInput(amount_minor, currency, locale),
    })),
    needsDraft: former.needs_draft,
    ...brief,
  }
}
