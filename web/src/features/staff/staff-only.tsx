import { ShieldOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { FactorGate } from '@/shared/accounts/second-factor/factor-gate.tsx'
import { useProfile } from '@/shared/members/profile.tsx'
import { EmptyPage } from '@/ui/empty-state.tsx'

/** Shows a page to staff who have entered their second factor. */
export function StaffOnly({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['staff', 'common'])
  return useProfile().profile.is_staff ? (
    <FactorGate title={t('common:nav.staff')} text={t('factor_text')}>
      {children}
    </FactorGate>
  ) : (
    <EmptyPage icon={ShieldOff} title={t('not_staff')} text={t('not_staff_text')} />
  )
}
