import { Snowflake } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from './page.module.css'

/** A payment was charged back: the database lets this member spend nothing until staff decide. */
export function FrozenBanner({ isFrozen }: { isFrozen: boolean }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      {isFrozen && (
        <div className={styles.offline}>
          <Snowflake size={16} aria-hidden />
          {t('common:frozen')}
        </div>
      )}
    </div>
  )
}
