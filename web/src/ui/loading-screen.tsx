import { useTranslation } from 'react-i18next'
import { LogoMark } from './logo.tsx'
import styles from './page.module.css'

export function LoadingScreen() {
  const { t } = useTranslation()
  return (
    <main className={styles.loading} aria-busy="true">
      <span className={styles.pulse}>
        <LogoMark size={44} />
      </span>
      <h1>{t('loading_title')}</h1>
      <p>{t('loading_text')}</p>
    </main>
  )
}
