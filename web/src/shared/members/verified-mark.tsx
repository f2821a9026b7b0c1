import { BadgeCheck } from 'lucide-react'
import { useTranslation } from '@/lib/i18n/use-translation.ts'
import styles from './verified-mark.module.css'

export function VerifiedMark({ size = 16 }: { size?: number }) {
  const { t } = useTranslation()
  return (
    <span
      className={styles.mark}
      role="img"
      aria-label={t('yes.is_verified.name')}
      title={t('yes.is_verified.name')}
    >
      <BadgeCheck size={size} aria-hidden />
    </span>
  )
}
