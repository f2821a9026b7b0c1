import type { ReactNode } from 'react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import primitives from '@/ui/primitives.module.css'
import { useProfile } from './profile.tsx'

/** Begins something new; a suspended member reads that it is closed, before a form is filled in. */
export function UnlessSuspended({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { profile } = useProfile()
  if (!profile.suspended_at) return children
  return <p className={primitives.quiet}>{t('closed_suspended')}</p>
}
