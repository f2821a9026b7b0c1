import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/domain/members/profile.tsx'
import { parseMoney } from '@/domain/money/money.ts'
import { YouReceive } from '@/domain/money/you-receive.tsx'
import { useTerms } from '@/domain/use-terms.ts'
import { LIMITS } from '@/domain/vocabulary.generated.ts'
import { requestKey } from '@/lib/drafts.ts'
import { fieldError, useDraftForm } from '@/lib/form.ts'
import { useUser } from '@/lib/session.ts'
import { Dialog } from '@/ui/dialog.tsx'
import { Form, FormActions } from '@/ui/form.tsx'
import { MilestoneFields } from './milestone-fields.tsx'
import { PeriodFields, PriceFields } from './offer-fields.tsx'
import { offerSchema, readMilestones, startOf } from './offer-form-schema.ts'
import { useMakeOffer, type Offer } from './queries.ts'

interface FormProps {
  otherId: string
  /** The offer that this one answers. */
  former: Offer | null
  onClose: () => void
}

function OfferForm({ otherId, former, onClose }: FormProps) {
  const { t, i18n } = useTranslation('offers')
  const locale = i18n.language
  const { profile } = useProfile()
  const member = useUser()?.id ?? 'nobody'
  const terms = useTerms()
  const make = useMakeOffer()
  const place = `offer:${former?.id ?? otherId}`
  const form = useDraftForm(
    offerSchema(locale, terms.offer_validity_most),
    startOf(former, terms.offer_validity, locale),
    place,
  )
  const { register, control, handleSubmit, formState, watch } = form
  const { errors } = formState
  const [price, currency] = [watch('price'), watch('currency')]

  const submit = handleSubmit(
    ({ title, scope, days, revisions, validity, milestones, needsDraft, ...typed }) => {
      const offer = {
        title,
        scope,
        price_minor: parseMoney(typed.price, typed.currency, locale) ?? 0,
        currency: typed.currency,
        delivery_days: Number(days),
        revisions: Number(revisions),
        milestones: readMilestones(milestones, typed.currency, locale),
        counters_id: former?.id ?? null,
        needs_draft: needsDraft,
      }
      return make
        .mutateAsync({
          ...offer,
          otherId,
          validDays: Number(validity),
          idempotency_key: requestKey(member, place, offer),
        })
        .then(onClose)
    },
  )
  return (
    <Form onSubmit={submit}>
      <TextInput
        label={t('title')}
        maxLength={LIMITS.offers_title_length.max}
        data-autofocus
        error={fieldError(errors.title)}
        {...register('title')}
      />
      <Textarea
        label={t('scope')}
        description={t('scope_text')}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={LIMITS.offers_scope_length.max}
        error={fieldError(errors.scope)}
        {...register('scope')}
      />
      <PriceFields form={form} />
      {profile.role === 'kol' && (
        <YouReceive price={parseMoney(price, currency, locale)} currency={currency} />
      )}
      <Controller
        control={control}
        name="milestones"
        render={({ field }) => (
          <MilestoneFields
            value={field.value}
            onChange={field.onChange}
            price={price}
            currency={currency}
            error={fieldError(errors.milestones)}
          />
        )}
      />
      <PeriodFields form={form} />
      <Checkbox
        label={t('needs_draft')}
        description={t('needs_draft_text')}
        {...register('needsDraft')}
      />
      <FormActions
        submit={t(former ? 'send_counter' : 'send')}
        busy={make.isPending}
        onCancel={onClose}
      />
    </Form>
  )
}

export function OfferDialog({ opened, ...props }: FormProps & { opened: boolean }) {
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
