import { Alert, Button } from '@mantine/core'
import { Building2, Megaphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { useLocation, useSearch } from 'wouter'
import { ROLES, type Role } from '@/domain/market/market.ts'
import { useProfile, useUpdateProfile } from '@/shared/members/profile.tsx'
import { returnToOf } from '@/domain/paths.ts'
import { stepPath } from './steps.ts'
import primitives from '@/ui/primitives.module.css'
import styles from './onboarding.module.css'

const ICONS = { brand: Building2, kol: Megaphone }

export function RoleStep() {
  const { t } = useTranslation(['onboarding', 'common'])
  const { profile } = useProfile()
  const [, go] = useLocation()
  const returnTo = returnToOf(useSearch())
  const update = useUpdateProfile({ quiet: true })
  const [role, setRole] = useState(profile.role as Role | null)

  async function next() {
    if (!role) return
    if (role !== profile.role) await update.mutateAsync({ role }).catch(() => null)
    go(stepPath('choose-language', returnTo))
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
