import { Alert, Button } from '@mantine/core'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link, useSearch } from 'wouter'
import { paths, returnToOf, withReturnTo } from '@/domain/paths.ts'
import { authReason, toUserMessage } from '@/lib/api/errors.ts'
import { useCredentialForm } from '@/lib/form.ts'
import { expiredEmail, useSession } from '@/lib/session/session.ts'
import { Form } from '@/ui/form.tsx'
import { useCaptcha } from '@/ui/use-captcha.tsx'
import { PasswordField } from '@/ui/password-field.tsx'
import { useLogin } from './actions.ts'
import { AuthLayout } from './auth-layout.tsx'
import { CodeStep } from './code-step.tsx'
import { EmailField } from './email-field.tsx'
import { ResendLink } from './resend-link.tsx'
import { loginSchema } from './schemas.ts'
import styles from './auth-layout.module.css'

/** Links for a visitor who has not confirmed the address yet. */
function Unconfirmed({ email }: { email: string }) {
  const { t } = useTranslation('auth')
  return (
    <>
      {' '}
      <Link href={paths.authCallback} state={{ email }}>
        {t('login.have_code')}
      </Link>
      <ResendLink email={email} />
    </>
  )
}

export function LoginPage() {
  const { t } = useTranslation(['auth', 'common'])
  const returnTo = returnToOf(useSearch())
  const login = useLogin()
  const form = useCredentialForm(loginSchema, { email: expiredEmail(), password: '' })
  const reason = authReason(login.error)
  const unconfirmed = (login.error as { code?: string } | null)?.code === 'email_not_confirmed'

  const captcha = useCaptcha()
  const owesCode = useSession((state) => state.owesCode)
  const hasExpired = useSession((state) => state.left === 'expired')
  if (owesCode) return <CodeStep />

  return (
    <AuthLayout
      title={t('login.title')}
      text={t(hasExpired ? 'login.text_expired' : returnTo ? 'login.text_return' : 'login.text')}
      foot={
        <>
          {t('login.no_account')}{' '}
          <Link href={withReturnTo(paths.signup, returnTo)}>{t('login.sign_up')}</Link>
        </>
      }
    >
      <Form
        onSubmit={form.handleSubmit((input) =>
          captcha.withToken((captchaToken) => login.mutate({ ...input, captchaToken })),
        )}
      >
        {login.error && (
          <Alert
            color={unconfirmed ? 'yellow' : 'red'}
            role="alert"
            title={toUserMessage(login.error)}
          >
            {reason}
            {unconfirmed && <Unconfirmed email={login.variables?.email ?? ''} />}
          </Alert>
        )}
        <EmailField {...form.fieldOf('email')} />
        <div>
          <PasswordField
            {...form.fieldOf('password')}
            label={t('common:password')}
            autoComplete="current-password"
            size="md"
          />
          <div className={styles.between} style={{ marginTop: 8, fontSize: '0.875rem' }}>
            <Link href={paths.forgotPassword}>{t('login.forgot')}</Link>
          </div>
        </div>
        {captcha.field}
        <Button type="submit" size="md" loading={login.isPending}>
          {t('login.submit')}
        </Button>
      </Form>
    </AuthLayout>
  )
}
