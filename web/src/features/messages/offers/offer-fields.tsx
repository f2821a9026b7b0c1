import type { FormFields } from '@/lib/form.ts'
import { Group, Select, TextInput } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { CURRENCIES, LIMITS } from '@/domain/vocabulary.generated.ts'
import { Textarea } from '@/ui/textarea.tsx'
import type { OfferFields } from './offer-form-schema.ts'

type Fields = FormFields<OfferFields>

/** Fields for the title of the offer and the work that its price covers. */
export function WorkFields({ form }: { form: Fields }) {
  const { t } = useTranslation(['offers', 'common'])
  return (
    <>
      <TextInput
        label={t('common:work_title')}
        maxLength={LIMITS.offers_title_length.max}
        data-autofocus
        {...form.fieldOf('title')}
      />
      <Textarea
        label={t('scope')}
        description={t('scope_text')}
        maxLength={LIMITS.offers_scope_length.max}
        {...form.fieldOf('scope')}
      />
    </>
  )
}

export function PriceFields({ form }: { form: Fields }) {
  const { t } = useTranslation(['offers', 'common'])
  return (
    <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
      <TextInput
        label={t('common:price')}
        inputMode="decimal"
        miw={120}
        {...form.fieldOf('price')}
      />
      <Select
        {...form.controlOf('currency')}
        label={t('common:currency')}
        miw={110}
        data={[...CURRENCIES]}
      />
    </Group>
  )
}

/** Fields for the delivery time, the revisions, and the time for which the offer is valid. */
export function PeriodFields({ form }: { form: Fields }) {
  const { t } = useTranslation('offers')
  return (
    <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
      <TextInput
        label={t(form.watch('milestones').length > 0 ? 'days_each' : 'days')}
        inputMode="numeric"
        miw={110}
        {...form.fieldOf('days')}
      />
      <TextInput
        label={t('revisions')}
        inputMode="numeric"
        miw={110}
        {...form.fieldOf('revisions')}
      />
      <TextInput
        label={t('validity')}
        inputMode="numeric"
        miw={110}
        {...form.fieldOf('validity')}
      />
    </Group>
  )
}
