import { Button, Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { Trans } from '@/lib/i18n/trans.ts'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { Link } from 'wouter'
import { paths } from '@/domain/paths.ts'
import { askToLeave } from '@/lib/session/leaving.ts'
import { signOutHere } from '@/lib/session/session.ts'
import { AuthLayout } from './auth-layout.tsx'
import { lazyOf } from '@/ui/loadable.tsx'

// The form for the code is loaded on demand, because few members have a second factor.
const FactorCheck = lazyOf(
  () => import('@/shared/accounts/second-factor/factor-check.tsx'),
  'FactorCheck',
)

/** Second step of a sign-in. The route guard continues once the code is correct. */
export function CodeStep() {
  const { t } = useTranslation(['auth', 'common'])
  return (
    <AuthLayout
      title={t('code_step.title')}
      text={t('code_step.text')}
      foot={
        <Trans
          t={t}
          i18nKey="code_step.lost"
          components={{ contact: <Link href={paths.contact} /> }}
        />
      }
    >
      <Suspense fallback={<Skeleton height={132} radius="md" />}>
        <FactorCheck
          onDone={() => {}}
          aside={
            <Button variant="default" onClick={() => void askToLeave(signOutHere)}>
              {t('common:nav.sign_out')}
            </Button>
          }
        />
      </Suspense>
    </AuthLayout>
  )
}
