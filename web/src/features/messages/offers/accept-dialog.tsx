import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import { isEmpty, type Brief } from '@/domain/briefs/brief.ts'
import { briefOfInput, startOfBrief, writtenBriefShape } from '@/domain/briefs/brief-form.ts'
import { BriefPart } from '@/shared/briefs/brief-part.tsx'
import { useBriefFiles } from '@/domain/briefs/use-brief-files.ts'
import { totalPrice } from '@/domain/money/creator-share.ts'
import { usePay } from '@/domain/orders/checkout.ts'
import { conversationWith } from '@/domain/orders/delivered-files.ts'
import { PaymentPartsList, usePayLabel, UseWallet } from '@/shared/orders/payment-parts.tsx'
import { paths } from '@/domain/paths.ts'
import { useTerms } from '@/domain/use-terms.ts'
import { useDraftForm } from '@/lib/form.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { DraftNote } from '@/ui/draft-note.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { OfferOver } from './offer-over.tsx'
import { offerStateOf } from './offer-state.ts'
import { OfferTerms } from './offer-terms.tsx'
import { useAnswerOffer, type Offer } from './queries.ts'
import styles from './offers.module.css'

const acceptSchema = z.object(writtenBriefShape)

interface Props {
  offer: Offer
  /** The brief in the brand's own offer to which this counter-offer answers. */
  earlier: Brief | null
  onClose: () => void
}

/** Form in which the brand accepts an offer, adds its brief, and pays. */
function AcceptForm({ offer, earlier, onClose }: Props) {
  const { t } = useTranslation('offers')
  const market = useTerms()
  const [, navigate] = useLocation()
  const place = `accept-offer:${offer.id}`
  const files = useBriefFiles(place, conversationWith(offer.kol_id))
  const form = useDraftForm(acceptSchema, startOfBrief(earlier), place)
  const answer = useAnswerOffer(offer)
  const pay = usePay()
  const total = totalPrice(offer.price_minor, market.buyer_fee, offer.currency)
  const [useWallet, setUseWallet] = useState(true)
  const { parts: seen, label } = usePayLabel('accept', total, offer.currency, useWallet)
  const submit = form.handleSubmit(async ({ stored, ...input }) => {
    const all = await files.store(stored, (kept) => form.setValue('stored', kept))
    const order = await answer.mutateAsync({ accept: { ...briefOfInput(input), files: all } })
    // The order exists from here on. If the provider's pay page cannot be opened, the order's own page offers to pay.
    if (!order) return
    if (!seen) return navigate(paths.checkout(order.id))
    await pay
      .mutateAsync({ order, ...(useWallet ? { seen } : { useWallet }) })
      .catch(() => navigate(paths.order(order.id)))
  })
  // The section of the brief is open if it contains text, and always while it has errors.
  const [toggled, setOpen] = useState<boolean | null>(null)
  const written = form.watch()
  const hasBrief = !isEmpty({ ...briefOfInput(written), files: written.stored })
  const hasErrors = Object.keys(form.formState.errors).length > 0
  const busy = files.isUploading || answer.isPending || pay.isPending || pay.isSuccess
  // True if the offer ended for another reason than this acceptance.
  const isOver = offerStateOf(offer) !== 'sent' && !busy && !answer.isSuccess
  return (
    <Form onSubmit={submit}>
      <DraftNote form={form} files={files} />
      <p className={styles.quiet}>{t('accept_text_brand')}</p>
      <div className={styles.card}>
        <OfferTerms offer={offer} />
      </div>
      <UseWallet
        totalMinor={total}
        currency={offer.currency}
        checked={useWallet}
        onChange={setUseWallet}
      />
      <PaymentPartsList
        priceMinor={offer.price_minor}
        totalMinor={total}
        currency={offer.currency}
        useWallet={useWallet}
      />
      <details
        className={styles.own}
        open={hasErrors || (toggled ?? hasBrief)}
        onToggle={({ currentTarget: details }) => {
          // The press has made the browser close the section, so it is opened again to show its errors.
          if (hasErrors) details.open = true
          setOpen(details.open)
        }}
      >
        <summary>{t('brief_add')}</summary>
        <Stack gap="md">
          <BriefPart form={form} files={files} note={t('brief_text_accept')} isOptional />
        </Stack>
      </details>
      {isOver && <OfferOver offer={offer} />}
      <FormActions submit={label} busy={busy} disabled={isOver || !seen} onCancel={onClose} />
    </Form>
  )
}

export function AcceptDialog({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('offers')
  return (
    <Dialog
      opened={opened}
      onClose={props.onClose}
      title={t('accept_title')}
      size="lg"
      closeOnClickOutside={false}
    >
      {opened && <AcceptForm {...props} />}
    </Dialog>
  )
}
