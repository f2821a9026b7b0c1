import type { Brief } from '@/domain/briefs/brief.ts'
import { briefOfInput } from '@/domain/briefs/brief-form.ts'
import { useBriefFiles } from '@/domain/briefs/use-brief-files.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { parseMoney } from '@/domain/money/money.ts'
import { conversationWith } from '@/domain/orders/delivered-files.ts'
import { useTerms } from '@/domain/use-terms.ts'
import { requestKey } from '@/lib/storage/drafts.ts'
import { useDraftForm } from '@/lib/form.ts'
import { useUser } from '@/lib/session/session.ts'
import { offerSchema, readMilestones, startOf, type OfferFields } from './offer-form-schema.ts'
import { useMakeOffer, type Offer } from './queries.ts'

export interface OfferOptions {
  otherId: string
  /** The offer that this one answers. */
  former: Offer | null
  /** The brief of the brand's own offer before. */
  earlier: Brief | null
  onClose: () => void
}

const termsOf = (typed: OfferFields, former: Offer | null, locale: string) => ({
  title: typed.title,
  scope: typed.scope,
  price_minor: parseMoney(typed.price, typed.currency, locale) ?? 0,
  currency: typed.currency,
  delivery_days: Number(typed.days),
  revisions: Number(typed.revisions),
  milestones: readMilestones(typed.milestones, typed.currency, locale),
  counters_id: former?.id ?? null,
  needs_draft: typed.needsDraft,
})

/** The form of an offer: it uploads the files of the brief, and writes the offer. */
export function useOfferForm({ otherId, former, earlier, onClose }: OfferOptions, locale: string) {
  const { profile } = useProfile()
  const member = useUser()?.id ?? 'nobody'
  const terms = useTerms()
  const make = useMakeOffer()
  const place = `offer:${former?.id ?? otherId}`
  const files = useBriefFiles(place, conversationWith(otherId))
  const form = useDraftForm(
    offerSchema(locale, terms.offer_validity_most),
    startOf(former, earlier, terms.offer_validity, locale),
    place,
  )
  const submit = form.handleSubmit(async (typed) => {
    const offer = termsOf(typed, former, locale)
    const brief = profile.role === 'kol' ? null : briefOfInput(typed)
    const stored = await files.store(typed.stored, (kept) => form.setValue('stored', kept))
    await make.mutateAsync({
      ...offer,
      otherId,
      brief: brief && { ...brief, files: stored },
      validDays: Number(typed.validity),
      idempotency_key: requestKey(member, place, [offer, brief, stored]),
    })
    onClose()
  })
  return { form, files, submit, busy: files.isUploading || make.isPending }
}
