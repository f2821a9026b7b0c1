import type { Translate } from '@/lib/i18n/use-translation.ts'
import { DISCLOSURES, USAGE_RIGHTS } from '@/domain/vocabulary.generated.ts'
import type { Json } from '@/lib/database.types.ts'
import type { Bought } from './choices.ts'

/** Deliverables, usage rights and other terms besides price and time; a missing key means that nothing was agreed. */
export type Promised = {
  deliverables?: string[]
  usage_rights?: (typeof USAGE_RIGHTS)[number] | null
  stay_up_days?: number | null
  disclosure?: (typeof DISCLOSURES)[number] | null
  needs_draft?: boolean
}

/** The terms of an order, as they were copied when it was placed. */
export type OrderTerms = Promised &
  Bought & {
    title: string
    description: string
    platform: string | null
    milestones?: { title: string; amount_minor: number }[] | null
  }

export const termsOf = (terms: Json | null): OrderTerms | null => terms as OrderTerms | null

/** Terms besides deliverables, in the order of the form; each is a key of the namespace `promise`. */
export const PROMISE_FACTS = ['usage_rights', 'disclosure', 'stay_up', 'draft'] as const
type PromiseFact = (typeof PROMISE_FACTS)[number]

/** The text of one term, or null if nothing is agreed. */
export function promiseText(
  fact: PromiseFact,
  { usage_rights, stay_up_days, disclosure, needs_draft }: Promised,
  t: Translate<'promise'>,
): string | null {
  switch (fact) {
    case 'usage_rights':
      return usage_rights ? t(`usage.${usage_rights}`) : null
    case 'disclosure':
      return disclosure ? t(`disclosed.${disclosure}`) : null
    case 'stay_up':
      return stay_up_days ? t('days', { count: stay_up_days }) : null
    case 'draft':
      return needs_draft ? t('draft_first') : null
  }
}
