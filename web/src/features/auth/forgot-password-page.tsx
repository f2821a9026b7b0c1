import { Button } from '@mantine/core'
import { useState } from 'react'
import { Trans } from '@/lib/i18n/trans.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { useCredentialForm } from '@/lib/form.ts'
import { Form } from '@/ui/form.tsx'
import { useCaptcha } from '@/ui/use-captcha.tsx'
import { useRequestPasswordReset } from './actions.ts'
import { AuthLayout } from './auth-layout.tsx'
import { EmailField } from './email-field.tsx'
import { WithKeptProof } from './kept-or.tsx'
import { MailCodeForm } from './mail-code-form.tsx'
import type { ProvedMailbox } from './proof.ts'
import { ChoosePassword } from './reset-password-page.tsx'
import { emailSchema } from './schemas.ts'
import { SentFoot, useSentTo } from './use-sent-to.tsx'

export function ForgotPasswordPage() {
  const [sentTo, keepSentTo] = useSentTo()
  const [proved, setProved] = useState<ProvedMailbox | null>(null)
  if (proved) return <ChoosePassword proved={proved} />
  return (
    <WithKeptProof render={(kept) => <ChoosePassword proved={kept} />}>
      {sentTo ? (
        <Sent email={sentTo} onProved={setProved} onOther={() => keepSentTo(null)} />
      ) : (
        <Ask onSent={keepSentTo} />
      )}
    </WithKeptProof>
  )
}

interface SentProps {
  email: string
  onProved: (proved: ProvedMailbox) => void
  onOther: () => void
}

/** The text after a request for a mail. It is the same for every address, so as not to reveal who has an account. */
function Sent({ email, onProved, onOther }: SentProps) {
  const { t } = useTranslation('auth')
  return (
    <AuthLayout
      title={t('mail.title')}
      text={
        <Trans t={t} i18nKey="forgot.sent_text" values={{ email }} components={{ b: <strong /> }} />
      }
      foot={<SentFoot onOther={onOther} />}
    >
      <MailCodeForm type="recovery" email={email} onProved={onProved} />
    </AuthLayout>
  )
}

function Ask({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation('auth')
  const request = useRequestPasswordReset()
  const form = useCredentialForm(emailSchema, { email: '' })
  const captcha = useCaptcha()
  return (
    <AuthLayout
      title={t('forgot.title')}
      text={t('forgot.text')}
      foot={<Link href={paths.login}>{t('forgot.back')}</Link>}
    >
      <Form
        onSubmit={form.handleSubmit(({ email }) =>
          captcha.withToken((captchaToken) =>
            request.mutate({ email, captchaToken }, { onSuccess: () => onSent(email) }),
          ),
        )}
      >
        <EmailField {...form.fieldOf('email')} />
        {captcha.field}
        <Button type="submit" size="md" loading={request.isPending}>
          {t('forgot.submit')}
        </Button>
      </Form>
    </AuthLayout>
  )
}
