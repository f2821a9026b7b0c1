import { Button, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { signOutHere } from '@/lib/session.ts'
import { AuthLayout } from './auth-layout.tsx'

// Few have a second factor; nobody else waits for its code.
const FactorCheck = lazy(() =>
  import('@/domain/accounts/second-factor/factor-check.tsx').then((m) => ({
    default: m.FactorCheck,
  })),
)

/** The second half of a sign-in: the guard goes on by itself once the code was right. */
export function CodeStep() {
  const { t } = useTranslation('auth')
  return (
    <AuthLayout title={t('code_step.title')} text={t('code_step.text')}>
      <Suspense fallback={<Skeleton height={132} radius="md" />}>
        <FactorCheck
          onDone={() => {}}
          aside={
            <Button variant="default" onClick={() => void signOutHere()}>
              {t('code_step.back')}
            </Button>
          }
        />
      </Suspense>
    </AuthLayout>
  )
}
