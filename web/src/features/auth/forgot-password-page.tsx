import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Trans } from '@/lib/i18n/trans.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { useCredentialForm } from '@/lib/form.ts'
import { Form } from '@/ui/form.tsx'
import { useCaptcha } from '@/ui/use-captcha.tsx'
import { useRequestReset } from './actions.ts'
import { AuthLayout } from './auth-layout.tsx'
import { KeptOr } from './kept-or.tsx'
import { MailCodeForm } from './mail-code-form.tsx'
import type { Proved } from './proof.ts'
import { ChoosePassword } from './reset-password-page.tsx'
import { emailSchema } from './schemas.ts'

export function ForgotPasswordPage() {
  const { t } = useTranslation(['auth', 'common'])
  const request = useRequestReset()
  const form = useCredentialForm(emailSchema, { email: '' })
  const captcha = useCaptcha()
  const [proved, setProved] = useState<Proved | null>(null)
  const back = <Link href={paths.login}>{t('forgot.back')}</Link>

  if (proved) return <ChoosePassword proved={proved} />
  // One response for every address does not reveal who has an account.
  if (request.isSuccess) {
    return (
      <AuthLayout
        title={t('forgot.sent_title')}
        text={
          <Trans
            t={t}
            i18nKey="forgot.sent_text"
            values={{ email: request.variables.email }}
            components={{ b: <strong /> }}
          />
        }
        foot={back}
      >
        <MailCodeForm type="recovery" email={request.variables.email} onProved={setProved} />
      </AuthLayout>
    )
  }
  return (
    <KeptOr render={(kept) => <ChoosePassword proved={kept} />}>
      <AuthLayout title={t('forgot.title')} text={t('forgot.text')} foot={back}>
        <Form
          onSubmit={form.handleSubmit((input) =>
            captcha.withToken((captchaToken) => request.mutate({ ...input, captchaToken })),
          )}
        >
          <TextInput
            {...form.fieldOf('email')}
            label={t('common:email')}
            type="email"
            autoComplete="email"
            size="md"
          />
          {captcha.field}
          <Button type="submit" size="md" loading={request.isPending}>
            {t('forgot.submit')}
          </Button>
        </Form>
      </AuthLayout>
    </KeptOr>
  )
}
