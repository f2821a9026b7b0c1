import { useTranslation } from 'react-i18next'
import styles from './skip-link.module.css'

/** The first stop of the keyboard: past the navigation. Shown when it has the focus. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a href="#content" className={styles.skip}>
      {t('skip_to_content')}
    </a>
  )
}
