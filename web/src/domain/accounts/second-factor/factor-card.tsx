import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { SectionCard } from '@/ui/section-card.tsx'
import { FactorCheck } from './factor-check.tsx'
import styles from './second-factor.module.css'

/** The new level of the session shows what is behind. */
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
