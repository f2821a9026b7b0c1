import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { authCode, formMessage } from '@/lib/api/errors.ts'
import { useCredentialForm } from '@/lib/form.ts'
import { useUser } from '@/lib/session/session.ts'
import { Form } from '@/ui/form.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { useCaptcha } from '@/ui/use-captcha.tsx'
import { useChangeEmail } from './account-actions.ts'
import { changeEmailSchema } from './account-schemas.ts'
import primitives from '@/ui/primitives.module.css'

export function EmailCard() {
  const { t } = useTranslation(['security', 'common', 'auth', 'errors'])
  const user = useUser()
  const change = useChangeEmail()
  const captcha = useCaptcha()
  const form = useCredentialForm(changeEmailSchema, { email: '', current: '' })
  const isWrongPassword = authCode(change.error) === 'invalid_credentials'
  const submit = form.handleSubmit((input) =>
    captcha.withToken((captchaToken) =>
      change.mutate(
        { ...input, present: user?.email ?? '', captchaToken },
        { onSuccess: () => form.reset({ email: '', current: '' }) },
      ),
    ),
  )
  return (
    <SectionCard title={t('email.title')}>
      <Form gap={18} onSubmit={submit}>
        <p className={primitives.intro}>
          {t('email.present')} <strong>{user?.email}</strong>
        </p>
        <p className={primitives.intro}>{t('email.text')}</p>
        {change.error && (
          <Alert color="red" role="alert">
            {isWrongPassword ? t('errors:current_password_wrong') : formMessage(change.error)}
          </Alert>
        )}
        {change.isSuccess && (
          <Alert color="green" role="status">
            {t('email.sent', { email: change.variables.email })}
          </Alert>
        )}
        <TextInput
          {...form.fieldOf('email')}
          label={t('email.new')}
          type="email"
          autoComplete="email"
        />
        <PasswordInput
          {...form.fieldOf('current')}
          label={t('password.current')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('auth:field.password_show') }}
        />
        {captcha.field}
        <div>
          <Button type="submit" variant="default" loading={change.isPending}>
            {t('email.submit')}
          </Button>
        </div>
      </Form>
    </SectionCard>
  )
}
