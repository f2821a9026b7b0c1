import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { SectionCard } from '@/ui/section-card.tsx'
import { FactorCheck } from './factor-check.tsx'
import styles from './second-factor.module.css'

/** Card that asks for the second factor. The content behind it appears once the session has the new level. */
export function FactorCard() {
  const { t } = useTranslation('security')
  return (
    <SectionCard
      title={t('check.title')}
      actions={<LockKeyhole size={18} aria-hidden className={styles.lock} />}
    >
      <FactorCheck onDone={() => {}} />
    </SectionCard>
  )
}
