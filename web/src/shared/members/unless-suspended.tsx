import type { ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import primitives from '@/ui/primitives.module.css'
import { useProfile } from './profile.tsx'

/** Renders the form for something new, or for a suspended member the reason why it cannot be filled in. */
export function UnlessSuspended({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { profile } = useProfile()
  if (!profile.suspended_at) return children
  return <p className={primitives.quiet}>{t('closed_suspended')}</p>
}
