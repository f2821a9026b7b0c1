import { LockKeyhole } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import { SectionCard } from '@/ui/section-card.tsx'
import { FactorCheck } from './factor-check.tsx'

/** Card that asks for the second factor. The content that needs it appears once the session has the new level. */
export function FactorCard() {
  const { t } = useTranslation('security')
  return (
    <SectionCard
      title={t('check.title')}
      actions={<LockKeyhole size={18} aria-hidden color="var(--k-ink-2)" />}
    >
      <FactorCheck onDone={() => {}} />
    </SectionCard>
  )
}
