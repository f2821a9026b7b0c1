import { Alert, Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { MAIL_CODE_DIGITS, PASSWORD_MIN } from '@/lib/constants.ts'
import { formMessage } from '@/lib/api/errors.ts'
import { useCredentialForm } from '@/lib/form.ts'
import { toast } from '@/lib/toast.ts'
import { CodeField } from '@/ui/code-field.tsx'
import { Form } from '@/ui/form.tsx'
import { SectionCard } from '@/ui/section-card.tsx'
import { useChangePassword } from './account-actions.ts'
import { changePasswordSchema } from './account-schemas.ts'
import primitives from '@/ui/primitives.module.css'

const EMPTY = { current: '', password: '', again: '' }

export function PasswordCard() {
  const { t } = useTranslation(['security', 'common', 'auth'])
  const change = useChangePassword()
  const [nonce, setNonce] = useState('')
  const form = useCredentialForm(changePasswordSchema, EMPTY)
  const asksForCode = change.data === 'code-sent' || nonce !== ''
  const show = { 'aria-label': t('auth:field.password_show') }

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
        {change.error && (
          <Alert color="red" role="alert">
            {formMessage(change.error)}
          </Alert>
        )}
        <PasswordInput
          {...form.fieldOf('current')}
          label={t('password.current')}
          autoComplete="current-password"
          visibilityToggleButtonProps={show}
        />
        <PasswordInput
          {...form.fieldOf('password')}
          label={t('auth:field.new_password')}
          description={t('auth:field.password_hint', { count: PASSWORD_MIN })}
          autoComplete="new-password"
          visibilityToggleButtonProps={show}
        />
        <PasswordInput
          {...form.fieldOf('again')}
          label={t('auth:field.password_again')}
          autoComplete="new-password"
          visibilityToggleButtonProps={show}
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
