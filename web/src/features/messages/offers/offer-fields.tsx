import { Group, Select, TextInput } from '@mantine/core'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CURRENCIES } from '@/domain/vocabulary.generated.ts'
import { fieldError } from '@/lib/form.ts'
import type { OfferFields } from './offer-form-schema.ts'

type Fields = Pick<UseFormReturn<OfferFields>, 'register' | 'control' | 'formState' | 'watch'>

export function PriceFields({ form }: { form: Fields }) {
  const { t } = useTranslation('offers')
  return (
    <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
      <TextInput
        label={t('price')}
        inputMode="decimal"
        miw={120}
        error={fieldError(form.formState.errors.price)}
        {...form.register('price')}
      />
      <Controller
        control={form.control}
        name="currency"
        render={({ field }) => (
          <Select
            label={t('currency')}
            miw={110}
            allowDeselect={false}
            data={[...CURRENCIES]}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
    </Group>
  )
}

/** Time of delivery, revisions, and how long the offer stands. */
export function PeriodFields({ form }: { form: Fields }) {
  const { t } = useTranslation('offers')
  const { errors } = form.formState
  return (
    <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
      <TextInput
        label={t(form.watch('milestones').length > 0 ? 'days_each' : 'days')}
        inputMode="numeric"
        miw={110}
        error={fieldError(errors.days)}
        {...form.register('days')}
      />
      <TextInput
        label={t('revisions')}
        inputMode="numeric"
        miw={110}
        error={fieldError(errors.revisions)}
        {...form.register('revisions')}
      />
      <TextInput
        label={t('validity')}
        inputMode="numeric"
        miw={110}
        error={fieldError(errors.validity)}
        {...form.register('validity')}
      />
    </Group>
  )
}
