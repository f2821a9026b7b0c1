import { NumberInput, Select, Switch } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { DISCLOSURES, LIMITS, USAGE_RIGHTS } from '@/domain/vocabulary.generated.ts'
import type { FormFields } from '@/lib/form.ts'
import { Textarea } from '@/ui/textarea.tsx'
import type { PackInput } from './pack-form.ts'
import styles from './packs.module.css'

export type PackFields = FormFields<PackInput>

interface SelectProps {
  form: PackFields
  name: 'usageRights' | 'disclosure'
  label: string
  data: { value: string; label: string }[]
}

/** Field to choose one term of the pack. Without a choice nothing is promised. */
function PromiseSelect({ form, name, label, data }: SelectProps) {
  const { t } = useTranslation('promise')
  return (
    <Select {...form.controlOf(name)} label={label} placeholder={t('none')} data={data} clearable />
  )
}

/** Fields for deliverables, usage rights and other terms that both sides can refer to later. */
export function PromiseFields({ form }: { form: PackFields }) {
  const { t } = useTranslation(['packs', 'promise'])
  return (
    <>
      <Textarea
        {...form.fieldOf('deliverables')}
        label={t('promise:deliverables')}
        description={t('field.deliverables_hint')}
        placeholder={t('field.deliverables_example')}
        minRows={2}
        maxRows={10}
      />
      <div className={styles.promise}>
        <PromiseSelect
          form={form}
          name="usageRights"
          label={t('promise:usage_rights')}
          data={USAGE_RIGHTS.map((value) => ({ value, label: t(`promise:usage.${value}`) }))}
        />
        <PromiseSelect
          form={form}
          name="disclosure"
          label={t('promise:disclosure')}
          data={DISCLOSURES.map((value) => ({ value, label: t(`promise:disclosed.${value}`) }))}
        />
        <NumberInput
          {...form.controlOf('stayUpDays')}
          label={t('field.stay_up_days')}
          placeholder={t('promise:none')}
          min={1}
          max={LIMITS.packs_stay_up_days_in_range.max}
          allowDecimal={false}
        />
      </div>
      <Switch
        {...form.switchOf('needsDraft')}
        label={t('field.needs_draft')}
        description={t('field.needs_draft_hint')}
      />
    </>
  )
}
