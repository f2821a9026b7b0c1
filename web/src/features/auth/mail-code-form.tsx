import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { MAIL_CODE_DIGITS } from '@/lib/constants.ts'
import { authCode } from '@/lib/api/errors.ts'
import { useCredentialForm } from '@/lib/form.ts'
import { CodeField } from '@/ui/code-field.tsx'
import { Form, FormError } from '@/ui/form.tsx'
import { EmailField } from './email-field.tsx'
import { proveMailbox, type ProvedMailbox } from './proof.ts'
import { mailCodeSchema } from './schemas.ts'

interface Props {
  type: 'signup' | 'recovery'
  /** The address to which the mail was sent, if the page knows it. */
  email?: string
  /** Initial value of the field for the address, if the form asks for it. */
  suggested?: string | undefined
  onProved: (proved: ProvedMailbox) => void
}

/** Form for the code in a mail, for members who read the mail on another device. */
export function MailCodeForm({ type, email, suggested = '', onProved }: Props) {
  const { t } = useTranslation(['auth', 'errors'])
  const form = useCredentialForm(mailCodeSchema, { email: email ?? suggested, token: '' })
  const check = useMutation({
    meta: { silent: true },
    mutationFn: (given: { email: string; token: string }) => proveMailbox({ ...given, type }),
    onSuccess: (proved) => proved && onProved(proved),
  })
  // Auth reports a wrong code as expired, too. A typed code is more often wrong than expired.
  const isWrong = authCode(check.error) === 'otp_expired'

  return (
    <Form onSubmit={form.handleSubmit((given) => check.mutate(given))}>
      <FormError error={check.error} text={isWrong && t('errors:code_expired')} />
      {email === undefined && <EmailField {...form.fieldOf('email')} />}
      <CodeField
        {...form.controlOf('token')}
        label={t('mail_code.label')}
        description={t('mail_code.hint', { count: MAIL_CODE_DIGITS })}
        digits={MAIL_CODE_DIGITS}
        size="md"
      />
      <Button type="submit" size="md" loading={check.isPending}>
        {t('mail_code.submit')}
      </Button>
    </Form>
  )
}
