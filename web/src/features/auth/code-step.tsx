import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FactorCheck } from '@/domain/accounts/second-factor/factor-check.tsx'
import { signOutHere } from '@/lib/session.ts'
import { AuthLayout } from './auth-layout.tsx'

/** The second half of a sign-in: the guard goes on by itself once the code was right. */
export function CodeStep() {
  const { t } = useTranslation('auth')
  return (
    <AuthLayout title={t('code_step.title')} text={t('code_step.text')}>
      <FactorCheck
        onDone={() => {}}
        aside={
          <Button variant="default" onClick={() => void signOutHere()}>
            {t('code_step.back')}
          </Button>
        }
      />
    </AuthLayout>
  )
}
