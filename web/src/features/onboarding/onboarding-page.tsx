import { Redirect, useLocation, useSearch } from 'wouter'
import { useProfile } from '@/shared/members/profile.tsx'
import { returnToOf } from '@/domain/paths.ts'
import { LanguageStep } from './language-step.tsx'
import { OnboardingLayout } from './onboarding-layout.tsx'
import { ProfileStep } from './profile-step.tsx'
import { RoleStep } from './role-step.tsx'
import { isReachable, nextStep, stepOf, stepPath, type Step } from './steps.ts'

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
