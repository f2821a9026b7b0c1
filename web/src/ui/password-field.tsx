import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'

/** A password, with a button that names the field which it shows or hides. */
export function PasswordField({ label, ...input }: PasswordInputProps & { label: string }) {
  const { t } = useTranslation('auth')
  return (
    <PasswordInput
      {...input}
      label={label}
      visibilityToggleButtonProps={{ 'aria-label': t('field.password_show', { label }) }}
    />
  )
}
