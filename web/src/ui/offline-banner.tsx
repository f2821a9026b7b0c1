import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './page.module.css'

interface Props {
  connection: 'online' | 'offline' | 'unreachable'
}

export function OfflineBanner({ connection }: Props) {
  const { t } = useTranslation()
  return (
    <div role="status">
      {connection !== 'online' && (
        <div className={styles.offline}>
          <WifiOff size={16} aria-hidden />
          {t(`common:${connection}`)}
        </div>
      )}
    </div>
  )
}
