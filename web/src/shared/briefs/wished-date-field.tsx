import { TextInput } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { wishedBounds } from '@/domain/briefs/wished-date.ts'
import type { Fields } from '@/lib/form.ts'

interface Props {
  fieldOf: Fields<{ wishedOn: string }>['fieldOf']
  /** The promised delivery time. It is binding; the wished date is not. */
  deliveryDays: number
}

/** Field for the day on which the brand would like to see the work published. */
export function WishedDateField({ fieldOf, deliveryDays }: Props) {
  const { t } = useTranslation(['brief', 'common'])
  return (
    <TextInput
      type="date"
      label={t('wished')}
      description={t('wished_text', { days: t('common:days', { count: deliveryDays }) })}
      {...wishedBounds()}
      {...fieldOf('wishedOn')}
    />
  )
}
