import { Button, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { formMessage } from '@/lib/api/errors.ts'
import { AuthLayout } from './auth-layout.tsx'
import { ResendForm } from './resend-form.tsx'

function BackToLogin() {
  const { t } = useTranslation('auth')
  return <Link href={paths.login}>{t('forgot.back')}</Link>
}

export function LinkChecking() {
  const { t } = useTranslation('auth')
  return (
    <AuthLayout title={t('link.checking_title')} text={t('link.checking_text')}>
      <div role="status" aria-label={t('link.checking_title')} style={{ marginTop: 24 }}>
        <Loader />
      </div>
    </AuthLayout>
  )
}

/** Says that the link could not be checked, because the connection or the service failed. It may still be valid. */
export function LinkUnchecked({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['auth', 'common'])
  return (
    <AuthLayout title={t('common:error_title')} text={formMessage(error)} foot={<BackToLogin />}>
      <Button size="md" mt="lg" onClick={onRetry}>
        {t('common:retry')}
      </Button>
    </AuthLayout>
  )
}

export function ResetLinkExpired() {
  const { t } = useTranslation('auth')
  return (
    <AuthLayout
      title={t('callback.failed_title')}
      text={t('reset.expired_text')}
      foot={<BackToLogin />}
    >
      <Button component={Link} href={paths.forgotPassword} size="md" mt="lg">
        {t('reset.ask_again')}
      </Button>
    </AuthLayout>
  )
}

export function ConfirmLinkExpired() {
  const { t } = useTranslation('auth')
  return (
    <AuthLayout
      title={t('callback.failed_title')}
      text={t('callback.failed_text')}
      foot={
        <>
          <BackToLogin /> · <Link href={paths.forgotPassword}>{t('login.forgot')}</Link>
        </>
      }
    >
      <ResendForm />
    </AuthLayout>
  )
}

interface PlainProps {
  title: string
  text: string
  children?: ReactNode
}

/** Result of a link: a title and a text, with a link to the sign-in page below. */
export function LinkResult({ title, text, children }: PlainProps) {
  const { t } = useTranslation('auth')
  return (
    <AuthLayout title={title} text={text}>
      {children ?? (
        <Button component={Link} href={paths.login} size="md" mt="lg">
          {t('login.submit')}
        </Button>
      )}
    </AuthLayout>
  )
}
