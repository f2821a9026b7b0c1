import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'

export function EmailField(props: TextInputProps) {
  const { t } = useTranslation('common')
  return <TextInput label={t('email')} type="email" autoComplete="email" size="md" {...props} />
}
