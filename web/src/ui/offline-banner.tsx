import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './page.module.css'

export function OfflineBanner({ online }: { online: boolean }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      {!online && (
        <div className={styles.offline}>
          <WifiOff size={16} aria-hidden />
          {t('common:offline')}
        </div>
      )}
    </div>
  )
}
