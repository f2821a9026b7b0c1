import { Redirect, useLocation, useSearch, Link } from 'wouter'
import { useProfile } from '@/shared/members/profile.tsx'
import { returnToOf, paths } from '@/domain/paths.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { signOut } from '@/lib/session/session.ts'
import { Logo } from '@/ui/logo.tsx'
import { useDocumentTitle } from '@/ui/use-document-title.ts'
import { LanguageStep } from './language-step.tsx'
import { ProfileStep } from './profile-step.tsx'
import { RoleStep } from './role-step.tsx'
import { isReachable, nextStep, stepOf, stepPath, type Step, STEPS } from './steps.ts'
import styles from './onboarding.module.css'

function OnboardingLayout({ step, children }: { step: Step; children: ReactNode }) {
  const { t } = useTranslation(['onboarding', 'common'])
  const number = STEPS.indexOf(step) + 1
  useDocumentTitle(t(`${step}.title`))
  return (
    <main className={styles.layout}>
      <header className={styles.head}>
        <Link href={paths.home} aria-label={t('common:brand_name')}>
          <Logo />
        </Link>
        <Button variant="subtle" color="gray" size="xs" onClick={() => void signOut()}>
          {t('common:nav.sign_out')}
        </Button>
      </header>
      <div className={styles.room}>
        <p className={styles.count}>{t('step', { number, of: STEPS.length })}</p>
        <div className={styles.bar} aria-hidden>
          {STEPS.map((each, index) => (
            <span key={each} className={index < number ? styles.done : undefined} />
          ))}
        </div>
        <h1>{t(`${step}.title`)}</h1>
        <p className={styles.text}>{t(`${step}.text`)}</p>
        {children}
      </div>
    </main>
  )
}

const PARTS: Record<Step, () => React.ReactNode> = {
  'select-role': RoleStep,
  'choose-language': LanguageStep,
  'profile-setup': ProfileStep,
}

export function OnboardingPage() {
  const { profile } = useProfile()
  const [path] = useLocation()
  const returnTo = returnToOf(useSearch())
  const step = stepOf(path)
  if (!step || !isReachable(step, profile))
    return <Redirect to={stepPath(nextStep(profile), returnTo)} replace />
  const Part = PARTS[step]
  return (
    <OnboardingLayout step={step}>
      <Part />
    </OnboardingLayout>
  )
}
