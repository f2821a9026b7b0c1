import { Alert, Button, TextInput } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { authCode } from '@/lib/api/errors.ts'
import { useCredentialForm } from '@/lib/form.ts'
import { useUser } from '@/lib/session/session.ts'
import { Form, FormError } from '@/ui/form.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { useCaptcha } from '@/ui/use-captcha.tsx'
import primitives from '@/ui/primitives.module.css'
import { useState } from 'react'
import { MAIL_CODE_DIGITS, PASSWORD_MIN } from '@/lib/constants.ts'
import { toast } from '@/lib/toast.ts'
import { CodeField } from '@/ui/code-field.tsx'
import { PasswordField } from '@/ui/password-field.tsx'
import { FactorsCard } from './factors-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { useChangeEmail, useChangePassword } from './account-actions.ts'
import { changeEmailSchema, changePasswordSchema } from './account-schemas.ts'

const EMPTY = { current: '', password: '', again: '' }

function PasswordCard() {
  const { t } = useTranslation(['security', 'common', 'auth'])
  const change = useChangePassword()
  const [nonce, setNonce] = useState('')
  const form = useCredentialForm(changePasswordSchema, EMPTY)
  const asksForCode = change.data === 'code-sent' || nonce !== ''

  const submit = form.handleSubmit(({ current, password }) =>
    change.mutate(
      { current, password, nonce },
      {
        onSuccess(outcome) {
          if (outcome !== 'changed') return
          form.reset(EMPTY)
          setNonce('')
          toast.success(t('password.done'))
        },
      },
    ),
  )
  return (
    <SectionCard title={t('common:password')}>
      <Form gap={18} onSubmit={submit}>
        <p className={primitives.intro}>{t('password.text')}</p>
        <FormError error={change.error} />
        <PasswordField
          {...form.fieldOf('current')}
          label={t('password.current')}
          autoComplete="current-password"
        />
        <PasswordField
          {...form.fieldOf('password')}
          label={t('auth:field.new_password')}
          description={t('auth:field.password_hint', { count: PASSWORD_MIN })}
          autoComplete="new-password"
        />
        <PasswordField
          {...form.fieldOf('again')}
          label={t('auth:field.password_again')}
          autoComplete="new-password"
        />
        {asksForCode && (
          <CodeField
            label={t('auth:mail_code.label')}
            description={t('password.code_hint', { count: MAIL_CODE_DIGITS })}
            digits={MAIL_CODE_DIGITS}
            value={nonce}
            onChange={setNonce}
          />
        )}
        <div>
          <Button type="submit" loading={change.isPending}>
            {t('password.submit')}
          </Button>
        </div>
      </Form>
    </SectionCard>
  )
}

function EmailCard() {
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
        <FormError
          error={change.error}
          text={isWrongPassword && t('errors:current_password_wrong')}
        />
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
        <PasswordField
          {...form.fieldOf('current')}
          label={t('email.password')}
          autoComplete="current-password"
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

export function SecuritySection() {
  return (
    <>
      <FactorsCard />
      <PasswordCard />
      <EmailCard />
      <SessionsCard />
    </>
  )
}
