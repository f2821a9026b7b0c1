import { Checkbox } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useProfile } from '@/shared/members/profile.tsx'
import { BriefPart } from '@/shared/briefs/brief-part.tsx'
import { parseMoney } from '@/domain/money/money.ts'
import { YouReceive } from '@/shared/money/you-receive.tsx'
import { Dialog } from '@/ui/dialog.tsx'
import { DraftNote } from '@/ui/draft-note.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { MilestoneFields } from './milestone-fields.tsx'
import { OfferOver } from './offer-over.tsx'
import { stateOf } from './offer-state.ts'
import { PeriodFields, PriceFields, WorkFields } from './offer-fields.tsx'
import styles from './offers.module.css'
import { useOfferForm, type OfferOptions } from './use-offer-form.ts'

function OfferForm(props: OfferOptions) {
  const { t, i18n } = useTranslation(['offers', 'brief'])
  const locale = i18n.language
  const { profile } = useProfile()
  const { form, files, submit, busy } = useOfferForm(props, locale)
  const { fieldOf, controlOf, watch } = form
  const [price, currency] = [watch('price'), watch('currency')]
  // True if the offer ended otherwise than by this counter-offer.
  const isOver = props.former !== null && stateOf(props.former) !== 'sent' && !busy
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

export interface OfferDialogProps extends OfferOptions {
  opened: boolean
}

export function OfferDialog({ opened, ...props }: OfferDialogProps) {
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
