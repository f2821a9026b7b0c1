import { Checkbox } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { BriefPart } from '@/shared/briefs/brief-part.tsx'
import { parseMoney } from '@/domain/money/money.ts'
import { YouReceive } from '@/shared/money/you-receive.tsx'
import { Dialog } from '@/ui/dialog.tsx'
import { DraftNote } from '@/ui/draft-note.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import type { Brief } from '@/domain/briefs/brief.ts'
import { briefOfInput } from '@/domain/briefs/brief-form.ts'
import { useBriefFiles } from '@/domain/briefs/use-brief-files.ts'
import { conversationWith } from '@/domain/orders/delivered-files.ts'
import { useTerms } from '@/domain/use-terms.ts'
import { requestKey } from '@/lib/storage/drafts.ts'
import { useDraftForm } from '@/lib/form.ts'
import { useUser } from '@/lib/session/session.ts'
import { MilestoneFields } from './milestone-fields.tsx'
import { OfferOver } from './offer-over.tsx'
import { offerStateOf } from './offer-state.ts'
import { PeriodFields, PriceFields, WorkFields } from './offer-fields.tsx'
import { offerSchema, readMilestones, startOfOffer, type OfferFields } from './offer-form-schema.ts'
import { useMakeOffer, type Offer } from './queries.ts'
import styles from './offers.module.css'

interface OfferOptions {
  otherId: string
  /** The offer to which this counter-offer answers; null for a new offer. */
  former: Offer | null
  /** The brief in the brand's previous offer. */
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

/** State of the form for an offer: it uploads the brief's files and creates the offer. */
function useOfferForm({ otherId, former, earlier, onClose }: OfferOptions, locale: string) {
  const { profile } = useProfile()
  const member = useUser()?.id ?? 'nobody'
  const terms = useTerms()
  const make = useMakeOffer()
  const place = `offer:${former?.id ?? otherId}`
  const files = useBriefFiles(place, conversationWith(otherId))
  const form = useDraftForm(
    offerSchema(locale, terms.offer_validity_most),
    startOfOffer(former, earlier, terms.offer_validity, locale),
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
      creator_fee: profile.role === 'kol' ? terms.creator_fee : null,
      validDays: Number(typed.validity),
      idempotency_key: requestKey(member, place),
    })
    onClose()
  })
  return { form, files, submit, busy: files.isUploading || make.isPending }
}

function OfferForm(props: OfferOptions) {
  const { t, i18n } = useTranslation(['offers', 'brief'])
  const locale = i18n.language
  const { profile } = useProfile()
  const { form, files, submit, busy } = useOfferForm(props, locale)
  const { fieldOf, controlOf, watch } = form
  const [price, currency] = [watch('price'), watch('currency')]
  // True if the offer ended for another reason than this counter-offer.
  const isOver = props.former !== null && offerStateOf(props.former) !== 'sent' && !busy
  return (
    <Form onSubmit={submit}>
      <DraftNote form={form} files={files} />
      <WorkFields form={form} />
      <PriceFields form={form} />
      {profile.role === 'kol' && (
        <YouReceive price={parseMoney(price, currency, locale)} currency={currency} />
      )}
      <MilestoneFields {...controlOf('milestones')} price={price} currency={currency} />
      <PeriodFields form={form} />
      <Checkbox
        label={t('needs_draft')}
        description={t('needs_draft_text')}
        {...fieldOf('needsDraft')}
      />
      {profile.role === 'brand' && (
        <>
          <h3 className={styles.part}>{t('brief:title')}</h3>
          <BriefPart form={form} files={files} note={t('brief_text')} isOptional />
        </>
      )}
      {profile.role === 'kol' && <p className={styles.quiet}>{t('binds_creator')}</p>}
      {isOver && props.former && <OfferOver offer={props.former} />}
      <FormActions
        disabled={isOver}
        submit={t(props.former ? 'send_counter' : 'send')}
        busy={busy}
        onCancel={props.onClose}
      />
    </Form>
  )
}

export function OfferDialog({ opened, ...props }: OfferOptions & { opened: boolean }) {
  const { t } = useTranslation('offers')
  return (
    <Dialog
      opened={opened}
      onClose={props.onClose}
      title={t(props.former ? 'counter_title' : 'new_title')}
      size="lg"
      closeOnClickOutside={false}
    >
      {opened && <OfferForm {...props} />}
    </Dialog>
  )
}
