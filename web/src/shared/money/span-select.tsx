import { NativeSelect } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { SPANS, type Span } from '@/domain/money/figures.ts'

/** Field for the period that figures cover. */
export function SpanSelect({ value, onChange }: { value: Span; onChange: (span: string) => void }) {
  const { t } = useTranslation('figures')
  return (
    <NativeSelect
      label={t('span')}
      data={(Object.keys(SPANS) as Span[]).map((each) => ({
        value: each,
        label: t(`span_${each}`),
      }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
