import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'

/** Field for a password. The button that shows or hides the password contains the name of the field. */
export function PasswordField({ label, ...input }: PasswordInputProps & { label: string }) {
  const { t } = useTranslation('auth')
  return (
    <PasswordInput
      {...input}
      label={label}
      // The library leaves it out for passwords.
      aria-invalid={input.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('field.password_show', { label }) }}
    />
  )
}
