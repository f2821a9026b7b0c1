import { Redirect, useLocation, useSearch, Link } from 'wouter'
import { useProfile, useUpdateProfile } from '@/shared/members/profile.tsx'
import { returnToOf, paths } from '@/domain/paths.ts'
import { Button, Alert } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { askToLeave } from '@/lib/session/leaving.ts'
import { Logo } from '@/ui/logo.tsx'
import { useDocumentTitle } from '@/ui/use-document-title.ts'
import { AvatarPicker } from '@/shared/members/avatar-picker.tsx'
import { ProfileFields } from '@/shared/members/profile-fields.tsx'
import { inputOf, profileSchema, showNameRefusal, updateOf } from '@/shared/members/profile-form.ts'
import { useDraftForm } from '@/lib/form.ts'
import { Form } from '@/ui/form.tsx'
import { Building2, Megaphone } from 'lucide-react'
import { ROLES, type Role } from '@/domain/market/market.ts'
import { LinkButton } from '@/ui/link-button.tsx'
import primitives from '@/ui/primitives.module.css'
import { LanguageStep } from './language-step.tsx'
import { isReachable, nextStep, stepOf, stepPath, type Step, STEPS } from './steps.ts'
import styles from './onboarding.module.css'

const ICONS = { brand: Building2, kol: Megaphone }

function RoleStep() {
  const { t } = useTranslation(['onboarding', 'common'])
  const { profile } = useProfile()
  const [, go] = useLocation()
  const returnTo = returnToOf(useSearch())
  const update = useUpdateProfile({ quiet: true })
  const [role, setRole] = useState(profile.role as Role | null)

  async function next() {
    if (!role) return
    const saved = role === profile.role || (await update.mutateAsync({ role }).catch(() => null))
    if (saved) go(stepPath('choose-language', returnTo))
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void next()
      }}
    >
      <fieldset className={styles.choices}>
        <legend className="k-visually-hidden">{t('select-role.title')}</legend>
        {ROLES.map((each) => {
          const Icon = ICONS[each]
          return (
            <label key={each} className={`${primitives.surface} ${styles.choice}`}>
              <input
                type="radio"
                name="role"
                checked={role === each}
                onChange={() => setRole(each)}
              />
              <div className={`${primitives.tile} ${styles.choiceIcon}`}>
                <Icon size={22} aria-hidden />
              </div>
              <strong>{t(`select-role.${each}_title`)}</strong>
              <span>{t(`select-role.${each}_text`)}</span>
            </label>
          )
        })}
      </fieldset>
      {role === 'kol' && (
        <Alert mt="md" color="gray">
          {t('select-role.kol_note')}
        </Alert>
      )}
      <div className={styles.actions}>
        <span />
        <Button type="submit" size="md" disabled={!role} loading={update.isPending}>
          {t('common:next')}
        </Button>
      </div>
    </form>
  )
}

/** The last step. After it is saved, the route guard leads the member to the dashboard. */
function ProfileStep() {
  const { t } = useTranslation(['onboarding', 'common'])
  const { profile } = useProfile()
  const returnTo = returnToOf(useSearch())
  const update = useUpdateProfile({ quiet: true })
  const form = useDraftForm(profileSchema(profile.role), inputOf(profile), 'onboarding')

  return (
    <Form
      gap={20}
      onSubmit={form.handleSubmit((input) =>
        update.mutateAsync(updateOf(input, profile.role)).catch((error: unknown) => {
          showNameRefusal(form, error)
          throw error
        }),
      )}
    >
      <AvatarPicker name={form.watch('displayName')} />
      <ProfileFields form={form} role={profile.role} />
      <div className={styles.actions}>
        <LinkButton href={stepPath('choose-language', returnTo)} size="md">
          {t('common:back')}
        </LinkButton>
        <Button type="submit" size="md" loading={update.isPending}>
          {t('finish')}
        </Button>
      </div>
    </Form>
  )
}

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
        <Button variant="subtle" color="gray" size="xs" onClick={() => void askToLeave()}>
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
