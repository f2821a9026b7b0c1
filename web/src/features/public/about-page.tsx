import { useTranslation } from 'react-i18next'
import { TERMS } from '@/domain/terms.ts'
import { Closing, Hero, Points, usePoints } from './blocks.tsx'
import styles from './content.module.css'

export function AboutPage() {
  const { t } = useTranslation('pages')
  const points = usePoints('pages')
  return (
    <div className={styles.room}>
      <Hero eyebrow={t('about.eyebrow')} title={t('about.title')} lead={t('about.lead')} />
      <section className={styles.section}>
        <h2>{t('about.why_title')}</h2>
        <Points points={points('about.why')} />
      </section>
      <section className={styles.section}>
        <h2>{t('about.how_title')}</h2>
        <Points points={points('about.how')} />
      </section>
      <Closing title={t('about.close_title')} text={t('about.close_text', { ...TERMS })} />
    </div>
  )
}
