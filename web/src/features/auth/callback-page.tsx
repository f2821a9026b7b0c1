import { Button, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Redirect } from 'wouter'
import { paths } from '@/lib/paths.ts'
import { linkError, useSession } from '@/lib/session.ts'
import { AuthLayout } from './auth-layout.tsx'
import { ResendLink } from './resend-link.tsx'
import { keepReturnTo, keptReturnTo } from './return-to.ts'

/** Where the link of the confirmation e-mail comes back to. */
export function CallbackPage() {
  const { t } = useTranslation('auth')
  const signedIn = useSession((state) => state.status === 'signed-in')
  const [target] = useState(keptReturnTo)
  useEffect(() => keepReturnTo(null), [])
  const [email, setEmail] = useState('')

  if (signedIn) return <Redirect to={target ?? paths.dashboard} replace />
  if (linkError) {
    return (
      <AuthLayout
        title={t('callback.failed_title')}
        text={t('callback.failed_text')}
        foot={<Link href={paths.login}>{t('forgot.back')}</Link>}
      >
        <form onSubmit={(event) => event.preventDefault()}>
          <TextInput
            label={t('field.email')}
            type="email"
            autoComplete="email"
            size="md"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <ResendLink email={email} />
        </form>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={t('callback.done_title')} text={t('callback.done_text')}>
      <Button component={Link} href={paths.login} size="md" mt="lg">
        {t('login.submit')}
      </Button>
    </AuthLayout>
  )
}
